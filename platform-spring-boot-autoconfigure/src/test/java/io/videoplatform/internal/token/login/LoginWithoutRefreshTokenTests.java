package io.videoplatform.internal.token.login;

import java.time.Duration;

import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a 401 does to a login whose token only another login can replace: it must not send
 * the browser round and round.
 */
class LoginWithoutRefreshTokenTests {

	private final LoginPlatform platform = new LoginPlatform();

	@BeforeEach
	void withoutRefreshTokens() {
		this.platform.provider.issued().refreshTokens(false);
	}

	@AfterEach
	void close() {
		this.platform.close();
	}

	private TokenSource login() {
		return this.platform.source(this.platform.login("ann"));
	}

	private static AccessToken current(TokenSource source) {
		AccessToken token = source.current();
		assertThat(token).isNotNull();
		return token;
	}

	@Test
	void rejectWhenApiRefusesEverythingThenCallerGetsThe401AndNoLoginIsAskedFor() {
		for (int login = 0; login < 20; login++) {
			TokenSource source = login();
			this.platform.clock.advance(Duration.ofSeconds(login * 10));
			assertThat(source.reject(current(source))).isFalse();
			assertThat(source.current()).isNotNull();
		}
	}

	@Test
	void rejectWhenApiAcceptsSomeAndRefusesOthersThenAtMostOneLoginAMinute() {
		int logins = 0;
		TokenSource source = login();
		for (int second = 0; second < 240; second++) {
			AccessToken token = current(source);
			token.markAccepted();
			if (source.reject(token)) {
				LoginPlatform.loginRequired(source);
				logins++;
				source = login();
			}
			this.platform.clock.advance(Duration.ofSeconds(1));
		}
		assertThat(logins).isBetween(1, 4);
	}

	@Test
	void rejectWhenTokenHasWorkedAndIsRevokedThenLoginRequired() {
		TokenSource source = login();
		AccessToken token = current(source);
		token.markAccepted();
		this.platform.clock.advance(Duration.ofSeconds(70));
		assertThat(source.reject(token)).isTrue();
		LoginPlatform.loginRequired(source);
	}

}
