package io.videoplatform.internal.token.login;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What was received or configured is what is sent, spaces included (RFC 6749, appendix
 * A).
 */
class OpaqueTokenTests {

	private final LoginPlatform platform = new LoginPlatform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	private Map<String, String> lastRequest() {
		return this.platform.provider.tokenRequests().get(this.platform.provider.tokenRequests().size() - 1);
	}

	private TestResponse issuing(String refreshToken) {
		return new TestResponse(200, Map.of("Content-Type", "application/json"),
				"{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":300,\"refresh_token\":\""
						+ refreshToken.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}");
	}

	@ParameterizedTest
	@ValueSource(strings = { " leading", "trailing ", "  both  ", "in side", " ", "   ", "+%2B&=", "\"\\",
			"!#$'()*,-./:;<>?@[]^_`{|}~" })
	void refreshAndRevocationWhenTokenIsOfAnyPrintableCharactersThenSentAsReceived(String refreshToken) {
		this.platform.provider.tokenEndpoint().next(issuing(refreshToken)).next(issuing(refreshToken));
		LoginKey ann = this.platform.login("ann");
		this.platform.clock.advance(Duration.ofSeconds(301));
		LoginPlatform.obtain(this.platform.source(ann));
		assertThat(lastRequest()).containsEntry("refresh_token", refreshToken);
		this.platform.tokens.end(ann);
		LoginPlatform.until(() -> !this.platform.provider.revocations().isEmpty());
		assertThat(this.platform.provider.revocations().get(0)).containsEntry("token", refreshToken)
			.containsEntry("token_type_hint", "refresh_token");
	}

	@ParameterizedTest
	@ValueSource(strings = { " leading", "trailing ", " ", "a b", "+%2B&=" })
	void exchangeWhenCodeIsOfAnyPrintableCharactersThenSentAsReceived(String code) {
		this.platform.provider.issued().acceptCode(code);
		LoginPlatform.get(this.platform.tokens.tokenClient()
			.exchange(this.platform.found.join(), code, URI.create("http://localhost/back"), " verifier "));
		assertThat(lastRequest()).containsEntry("code", code)
			.containsEntry("code_verifier", " verifier ")
			.containsEntry("redirect_uri", "http://localhost/back");
	}

}
