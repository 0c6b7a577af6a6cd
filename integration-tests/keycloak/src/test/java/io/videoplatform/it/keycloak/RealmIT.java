package io.videoplatform.it.keycloak;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests of the settings of a {@link Realm}.
 */
class RealmIT {

	@RegisterExtension
	static final RealmExtension platform = new RealmExtension();

	private final Realm realm = platform.realm();

	private final TokenClient tokens = this.realm.tokens();

	@AfterEach
	void clear() {
		this.realm.endAllSessions();
		this.realm.keepRefreshTokens();
		this.realm.clearEvents();
	}

	@Test
	void refreshWhenRotationThenOldTokenIsRefused() {
		this.realm.rotateRefreshTokens(0);
		TokenResponse first = login();
		TokenResponse second = this.tokens.refresh(first.refreshToken());
		assertThat(second.status()).isEqualTo(200);
		assertThat(second.refreshToken()).isNotEqualTo(first.refreshToken());
		TokenResponse reused = this.tokens.refresh(first.refreshToken());
		assertThat(reused.status()).isEqualTo(400);
		assertThat(reused.error()).isEqualTo("invalid_grant");
		assertThat(this.tokens.refresh(second.refreshToken()).status()).isEqualTo(400);
	}

	@Test
	void refreshWhenRotationWithOneReuseThenSessionLives() {
		this.realm.rotateRefreshTokens(1);
		TokenResponse first = login();
		assertThat(this.tokens.refresh(first.refreshToken()).status()).isEqualTo(200);
		TokenResponse again = this.tokens.refresh(first.refreshToken());
		assertThat(again.status()).isEqualTo(200);
		assertThat(this.tokens.refresh(again.refreshToken()).status()).isEqualTo(200);
	}

	@Test
	void refreshWhenNoRotationThenTokenCanBeUsedAgain() {
		TokenResponse first = login();
		assertThat(this.tokens.refresh(first.refreshToken()).status()).isEqualTo(200);
		assertThat(this.tokens.refresh(first.refreshToken()).status()).isEqualTo(200);
	}

	@Test
	void accessTokenLifespanWhenFiveSecondsThenExpiresInFive() {
		this.realm.accessTokenLifespan(Duration.ofSeconds(5));
		// Keycloak counts whole seconds, from a moment before its response
		assertThat(login().expiresIn()).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(5));
	}

	@Test
	void logOutWhenLoggedInThenRefreshIsRefused() {
		TokenResponse response = login();
		assertThat(this.realm.accounts().countSessions(Realm.USERNAME)).isEqualTo(1);
		assertThat(this.realm.countSessions("anonymous")).isEqualTo(1);
		this.realm.accounts().logOut(Realm.USERNAME);
		assertThat(this.realm.accounts().countSessions(Realm.USERNAME)).isZero();
		assertThat(this.tokens.refresh(response.refreshToken()).error()).isEqualTo("invalid_grant");
	}

	@Test
	void eventsWhenRequestsWereMadeThenEachIsCounted() {
		TokenResponse response = login();
		this.tokens.refresh(response.refreshToken());
		this.tokens.refresh("nonsense");
		this.tokens.password(Realm.USERNAME, "wrong");
		this.tokens.clientCredentials("platform-service", "platform-service-secret");
		assertThat(this.realm.events()).containsExactlyInAnyOrder("LOGIN", "REFRESH_TOKEN", "REFRESH_TOKEN_ERROR",
				"LOGIN_ERROR", "CLIENT_LOGIN");
		assertThat(this.realm.countEvents("LOGIN")).isEqualTo(1);
		assertThat(this.realm.countEvents("CLIENT_LOGIN_ERROR")).isZero();
	}

	@Test
	void accountWhenCreatedThenCanLogInUntilDeleted() {
		this.realm.accounts().create("guest", "guest-password");
		assertThat(this.tokens.password("guest", "guest-password").status()).isEqualTo(200);
		this.realm.accounts().changePassword("guest", "other");
		assertThat(this.tokens.password("guest", "guest-password").status()).isEqualTo(400);
		this.realm.accounts().delete("guest");
		assertThat(this.tokens.password("guest", "other").status()).isEqualTo(400);
		assertThatIllegalStateException().isThrownBy(() -> this.realm.accounts().delete("guest"));
	}

	@Test
	void detectBruteForceWhenWrongPasswordsThenLockedUntilCleared() {
		this.realm.detectBruteForce(2);
		this.realm.accounts().create("victim", "victim-password");
		// Keycloak counts after its response
		this.tokens.password("victim", "wrong");
		Awaitility.await().until(() -> this.realm.accounts().countLoginFailures("victim") == 1);
		this.tokens.password("victim", "wrong");
		Awaitility.await().until(() -> this.realm.accounts().isLocked("victim"));
		assertThat(this.tokens.password("victim", "victim-password").error()).isEqualTo("invalid_grant");
		this.realm.accounts().clearLoginFailures();
		assertThat(this.realm.accounts().isLocked("victim")).isFalse();
		assertThat(this.tokens.password("victim", "victim-password").status()).isEqualTo(200);
		assertThat(this.realm.accounts().countLoginFailures("victim")).isZero();
	}

	private TokenResponse login() {
		TokenResponse response = this.tokens.password(Realm.USERNAME, Realm.PASSWORD);
		assertThat(response.status()).isEqualTo(200);
		return response;
	}

}
