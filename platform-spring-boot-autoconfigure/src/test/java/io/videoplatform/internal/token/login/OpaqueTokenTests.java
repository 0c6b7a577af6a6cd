package io.videoplatform.internal.token.login;

import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

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
		exchange(LoginPlatform.registration(this.platform.provider.issuer()), code);
		assertThat(lastRequest()).containsEntry("code", code)
			.containsEntry("code_verifier", " verifier ")
			.containsEntry("redirect_uri", "http://localhost/back");
	}

	@ParameterizedTest
	@ValueSource(strings = { " id ", "id", "i:d", "i d" })
	void exchangeWhenClientIdHasSpacesThenSentAsConfigured(String clientId) {
		exchange(registration(clientId, ClientAuthenticationMethod.CLIENT_SECRET_POST), "code");
		assertThat(lastRequest()).containsEntry("client_id", clientId)
			.containsEntry("client_secret", LoginPlatform.CLIENT.clientSecret());
		exchange(registration(clientId, ClientAuthenticationMethod.NONE), "code");
		assertThat(lastRequest()).containsEntry("client_id", clientId).doesNotContainKey("client_secret");
		exchange(registration(clientId, ClientAuthenticationMethod.CLIENT_SECRET_BASIC), "code");
		String basic = clientId.replace(":", "%3A").replace(" ", "+") + ":s3cret%26%3D";
		assertThat(lastRequest()).doesNotContainKey("client_id")
			.containsEntry("Authorization", "Basic " + Base64.getEncoder().encodeToString(basic.getBytes()));
	}

	private ClientRegistration registration(String clientId, ClientAuthenticationMethod method) {
		return LoginPlatform.registration(this.platform.provider.issuer(),
				(builder) -> builder.clientId(clientId).clientAuthenticationMethod(method));
	}

	private void exchange(ClientRegistration registration, String code) {
		this.platform.provider.issued().acceptCode(code);
		Mono<GrantedTokens> exchange = this.platform.tokens.tokenClient()
			.exchange(registration, code, URI.create("http://localhost/back"), " verifier ");
		LoginPlatform.get(exchange);
	}

}
