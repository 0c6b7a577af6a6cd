package io.videoplatform.internal.token.login;

import java.net.URI;
import java.time.Duration;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.token.TokenOutage;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What users who log in tell of the token endpoint.
 */
class LoginOutageTests {

	private final LoginPlatform platform = new LoginPlatform();

	private final LoginTokens tokens = this.platform.tokens;

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void outageWhenClientIsRefusedThenLastsUntilALogin() {
		refuse("invalid_client");
		refuse("invalid_client");
		assertThat(this.tokens.outage().current()).extracting(TokenOutage::errorType).isEqualTo("invalid_client");
		// The login reports it
		assertThat(this.platform.published(Level.WARN)).isEmpty();
		this.platform.login("ann");
		assertThat(this.tokens.outage().current()).isNull();
		assertThat(this.platform.published(Level.INFO)).singleElement()
			.asString()
			.startsWith("Token requests succeed again");
	}

	@Test
	void outageWhenProviderFailsThenLastsUntilARefresh() {
		LoginKey ann = this.platform.login("ann");
		this.platform.clock.advance(Duration.ofSeconds(301));
		this.platform.provider.tokenEndpoint().next(TestResponse.status(503));
		exchange();
		assertThat(this.tokens.outage().current()).extracting(TokenOutage::errorType).isEqualTo("503");
		LoginPlatform.obtain(this.platform.source(ann));
		assertThat(this.tokens.outage().current()).isNull();
	}

	@Test
	void outageWhenCodeIsRefusedThenNone() {
		refuse("invalid_grant");
		assertThat(this.tokens.outage().current()).isNull();
		assertThat(this.platform.published(Level.WARN)).isEmpty();
	}

	private void refuse(String code) {
		this.platform.provider.tokenEndpoint().next(TestResponse.error(400, code));
		exchange();
	}

	private void exchange() {
		assertThatExceptionOfType(PlatformAuthorizationException.class)
			.isThrownBy(() -> LoginPlatform.get(this.tokens.tokenClient()
				.exchange(TokenFixtures.provider(this.platform.provider.issuer()), "code",
						URI.create("http://localhost/back"), "verifier")));
	}

}
