package io.videoplatform.internal.token.login;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * How long logins are held, and how many.
 */
class LoginTokensTests {

	private final LoginPlatform platform = new LoginPlatform();

	private final LoginTokens tokens = this.platform.tokens;

	@AfterEach
	void close() {
		this.platform.close();
	}

	private @Nullable LoginKey newest(String subject) {
		return this.tokens.newest(this.platform.provider.issuer(), subject);
	}

	@Test
	void exchangeWhenResponseIsLostThenCodeIsNotSentAgain() {
		this.platform.provider.tokenEndpoint().loseNext(TestResponse.status(504));
		Throwable thrown = catchThrowable(() -> this.platform.login("ann"));
		assertThat(thrown).isInstanceOfSatisfying(PlatformAuthorizationException.class,
				(ex) -> assertThat(ex.isRetryable()).isTrue());
		assertThat(this.platform.provider.tokenRequests()).hasSize(1);
	}

	@Test
	void exchangeWhenCodeIsRefusedThenNoUserIsAskedToCheckAPassword() {
		this.platform.provider.tokenEndpoint().next(new TestResponse(400, Map.of(), "{\"error\":\"invalid_grant\"}"));
		Throwable thrown = catchThrowable(() -> this.platform.login("ann"));
		assertThat(thrown).isInstanceOfSatisfying(PlatformAuthorizationException.class, (ex) -> {
			assertThat(ex.isRetryable()).isFalse();
			assertThat(ex.getErrorCode()).isEqualTo("invalid_grant");
			assertThat(ex).hasMessageContaining("code").hasMessageNotContaining("password");
		});
	}

	@Test
	void getWhenNeverOpenedThenNothing() {
		LoginKey ann = this.platform.login("ann");
		assertThat(this.tokens.get(new LoginKey("platform", ann.issuer(), "ann", "another"))).isNull();
		assertThat(this.tokens.get(new LoginKey("platform", "https://another", "ann", ann.loginId()))).isNull();
	}

	@Test
	void newestWhenTwoLoginsThenTheLaterUntilItEnds() {
		LoginKey first = this.platform.login("ann");
		LoginKey second = this.platform.login("ann");
		this.platform.login("bob");
		assertThat(newest("ann")).isEqualTo(second);
		this.tokens.end(second);
		assertThat(newest("ann")).isEqualTo(first);
		this.tokens.end(first);
		assertThat(newest("ann")).isNull();
		assertThat(newest("bob")).isNotNull();
		assertThat(this.tokens.newest("https://login.example.org", "bob")).isNull();
	}

	@Test
	void newestWhenTheLaterHasRunOutThenTheOlder() {
		LoginKey first = this.platform.login("ann");
		this.platform.provider.issued().refreshTokens(false);
		this.platform.login("ann");
		this.platform.clock.advance(Duration.ofSeconds(301));
		assertThat(newest("ann")).isEqualTo(first);
	}

	@Test
	void getWhenRefreshTokenHasRunOutThenNothingHowOftenItWasUsedBefore() {
		this.platform.provider.issued().refreshExpiresIn(1_000);
		LoginKey ann = this.platform.login("ann");
		for (int second = 0; second < 980; second += 20) {
			assertThat(this.tokens.get(ann)).isNotNull();
			this.platform.clock.advance(Duration.ofSeconds(20));
		}
		this.platform.clock.advance(Duration.ofSeconds(120));
		assertThat(this.tokens.get(ann)).isNull();
		assertThat(this.tokens.count()).isZero();
		assertThat(newest("ann")).isNull();
	}

	@Test
	void getWhenRefreshedThenTheEndIsThatOfTheNewRefreshToken() {
		this.platform.provider.issued().refreshExpiresIn(1_000);
		LoginKey ann = this.platform.login("ann");
		this.platform.clock.advance(Duration.ofSeconds(900));
		LoginPlatform.obtain(this.platform.source(ann));
		this.platform.clock.advance(Duration.ofSeconds(900));
		assertThat(LoginPlatform.obtain(this.platform.source(ann))).isEqualTo("access-3");
	}

	@Test
	void currentWhenRefreshTokenHasRunOutThenAccessTokenIsUsedToItsEnd() {
		this.platform.provider.issued().refreshExpiresIn(100);
		TokenSource source = this.platform.source(this.platform.login("ann"));
		this.platform.clock.advance(Duration.ofSeconds(285));
		assertThat(source.current()).isNotNull();
		assertThat(source.currentUnlessStale()).isNotNull();
		assertThat(source.status().inFlight()).isFalse();
		this.platform.clock.advance(Duration.ofSeconds(10));
		LoginPlatform.loginRequired(source);
		assertThat(this.platform.provider.tokenRequests()).hasSize(1);
	}

	@Test
	void getWhenNoEndThenHeldAsLongAsItIsUsed() {
		LoginKey ann = this.platform.login("ann");
		for (int i = 0; i < 100; i++) {
			this.platform.clock.advance(LoginPlatform.IDLE.minusSeconds(1));
			assertThat(this.tokens.get(ann)).isNotNull();
		}
		this.platform.clock.advance(LoginPlatform.IDLE.plusSeconds(1));
		assertThat(this.tokens.get(ann)).isNull();
		assertThat(this.tokens.count()).isZero();
	}

	@Test
	void awaitWhenNoRefreshTokenAndAccessTokenHasRunOutThenLoginRequiredWithoutRequest() {
		this.platform.provider.issued().refreshTokens(false);
		TokenSource source = this.platform.source(this.platform.login("ann"));
		this.platform.clock.advance(Duration.ofSeconds(295));
		ClientAuthorizationRequiredException ex = LoginPlatform.loginRequired(source);
		assertThat(ex.getClientRegistrationId()).isEqualTo("platform");
		assertThat(ex.getSuppressed()[0]).isInstanceOf(PlatformAuthorizationException.class)
			.hasMessageContaining("no usable refresh token");
		assertThat(this.platform.provider.tokenRequests()).hasSize(1);
		assertThat(this.tokens.count()).isZero();
	}

	@Test
	void openWhenAlmostFullThenOneWarningUntilThereIsRoomAgain() {
		LoginTokens small = this.platform.tokens(10, false);
		List<LoginKey> logins = new ArrayList<>();
		for (int i = 0; i < 9; i++) {
			logins.add(this.platform.login(small, "user-" + i));
		}
		assertThat(this.platform.published(Level.WARN)).isEmpty();
		logins.add(this.platform.login(small, "user-9"));
		assertThat(this.platform.published(Level.WARN)).singleElement()
			.satisfies((message) -> assertThat(message).contains("'platform.login.max-logins' of 10"));
		this.platform.login(small, "user-10");
		assertThat(this.platform.published(Level.WARN)).hasSize(1);
		logins.forEach(small::end);
		for (int i = 0; i < 12; i++) {
			this.platform.login(small, "later-" + i);
		}
		assertThat(this.platform.published(Level.WARN)).hasSize(2);
	}

	@Test
	void openWhenFullThenDroppedUsersLogInAgainAndLeaveNothing() {
		LoginTokens small = this.platform.tokens(10, false);
		List<TokenSource> sources = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			TokenSource source = small.get(this.platform.login(small, "user-" + i));
			if (source != null) {
				sources.add(source);
			}
		}
		assertThat(small.count()).isEqualTo(10);
		int held = 0;
		for (int i = 0; i < 50; i++) {
			held += (small.newest(this.platform.provider.issuer(), "user-" + i) != null) ? 1 : 0;
		}
		assertThat(held).isEqualTo(10);
		List<TokenSource> dropped = sources.stream().filter((source) -> source.held() == null).toList();
		assertThat(dropped).hasSizeGreaterThan(30).allSatisfy((source) -> {
			assertThat(source.current()).isNull();
			assertThat(LoginPlatform.loginRequired(source).getSuppressed()[0])
				.hasMessageContaining("bound of 10 logins");
		});
	}

}
