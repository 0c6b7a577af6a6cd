package io.videoplatform.it.starter;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.it.api.TokenCheck;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.proxy.TokenRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of sessions and tokens that end before their time.
 */
class EndedSessionIT {

	private static final int CALLS = 200;

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@Test
	void callWhenSessionHasEndedAndTokenExpiredThenNewLoginWithinTheCall() {
		Application application = this.platform.startWithAccount();
		application.call();
		this.realm.endAllSessions();
		this.platform.clock().advance(Deployment.ACCESS_TOKEN_LIFESPAN);
		assertThat(application.call()).isEqualTo(Realm.USERNAME);
		assertThatSessionWasReplaced();
		assertThat(this.platform.api().counts().unauthorized()).isZero();
	}

	@Test
	void callWhenSessionHasEndedAndTokenIsStaleThenNewLoginWithinTheCall() {
		Application application = this.platform.startWithAccount();
		application.call();
		this.realm.endAllSessions();
		this.platform.clock().advance(Duration.ofSeconds(270));
		assertThat(application.call()).isEqualTo(Realm.USERNAME);
		assertThatSessionWasReplaced();
	}

	@Test
	void callAtOnceWhenSessionHasEndedThenOneLoginAndAllSucceed() {
		Application application = this.platform.startWithAccount();
		application.call();
		this.realm.endAllSessions();
		application.callAtOnce(CALLS);
		assertThatSessionWasReplaced();
		assertThat(this.platform.api().counts().unauthorized()).isPositive();
		assertThat(this.platform.api().counts().accepted()).isEqualTo(CALLS + 1);
	}

	@Test
	void callAtOnceWhenTokenIsRefusedThenOneRefreshAndAllSucceed() {
		RevocableTokens tokens = new RevocableTokens(TokenCheck.bySignature(this.realm, this.platform.issuer()));
		this.platform.api().tokenCheck(tokens);
		Application application = this.platform.startWithAccount();
		application.call();
		tokens.revokeAll();
		application.callAtOnce(CALLS);
		assertThat(this.realm.events()).containsExactly("REFRESH_TOKEN", "LOGIN");
		assertThat(this.platform.proxy().log().tokenRequests()).hasSize(2);
		assertThat(this.platform.api().counts().unauthorized()).isBetween(1, CALLS);
	}

	private void assertThatSessionWasReplaced() {
		assertThat(this.realm.events()).containsExactly("LOGIN", "REFRESH_TOKEN_ERROR", "LOGIN");
		assertThat(this.platform.proxy().log().tokenRequests()).extracting(TokenRequest::grantType)
			.containsExactly("password", "refresh_token", "password");
	}

	/**
	 * Refuses the tokens that were used before all were revoked.
	 */
	private static final class RevocableTokens implements TokenCheck {

		private final Set<String> seen = ConcurrentHashMap.newKeySet();

		private volatile Set<String> revoked = Set.of();

		private final TokenCheck check;

		RevocableTokens(TokenCheck check) {
			this.check = check;
		}

		void revokeAll() {
			this.revoked = Set.copyOf(this.seen);
		}

		@Override
		public Optional<String> usernameOf(String token) {
			this.seen.add(token);
			return this.revoked.contains(token) ? Optional.empty() : this.check.usernameOf(token);
		}

	}

}
