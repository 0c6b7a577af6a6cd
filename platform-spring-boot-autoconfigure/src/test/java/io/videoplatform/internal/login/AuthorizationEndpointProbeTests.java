package io.videoplatform.internal.login;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What the authorization endpoint says of a client without a user.
 */
class AuthorizationEndpointProbeTests {

	private static final String REDIRECT_URI = "https://app.example.com/back";

	private final LoginParts parts = new LoginParts();

	@AfterEach
	void close() {
		this.parts.close();
	}

	@Test
	void acceptsSendsWhatALoginSendsAndShowsNoPage() {
		assertThat(accepts(REDIRECT_URI)).isTrue();
		RecordedRequest request = this.parts.provider.server().lastRequest("/auth");
		assertThat(request.method()).isEqualTo("GET");
		assertThat(request.parameters()).containsEntry("response_type", "code")
			.containsEntry("client_id", TestPlatform.CLIENT_ID)
			.containsEntry("redirect_uri", REDIRECT_URI)
			.containsEntry("scope", "openid")
			.containsEntry("prompt", "none")
			.containsEntry("code_challenge_method", "S256")
			.containsKeys("state", "nonce", "code_challenge")
			.doesNotContainKey("code_verifier");
		assertThat(request.authorization()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "error=login_required", "error=interaction_required&error_description=x",
			"error=consent_required", "code=abc&state=1", "error=something_of_its_own" })
	void acceptsWhenTheUserIsMissingThenTrue(String parameters) {
		respond(TestResponse.redirect(REDIRECT_URI + "?" + parameters));
		assertThat(accepts(REDIRECT_URI)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "unauthorized_client, unauthorized_client, false", "invalid_scope, invalid_request, false",
			"invalid_request, invalid_request, true", "unsupported_response_type, unauthorized_client, false",
			"server_error, 5xx, true", "temporarily_unavailable, 5xx, true" })
	void acceptsWhenAllLoginsAreRefusedThenFails(String error, String code, boolean retryable) {
		respond(TestResponse.redirect(REDIRECT_URI + "?error=" + error + "&error_description=Not+enabled"));
		PlatformAuthorizationException failure = failure(REDIRECT_URI);
		assertThat(failure.getError()).isEqualTo(PlatformError.of(code));
		assertThat(failure.isRetryable()).isEqualTo(retryable);
		assertThat(failure.getStep()).isEqualTo(PlatformStep.LOGIN);
		assertThat(failure).hasMessageContaining(error + " (Not enabled). ")
			.hasMessageContaining("'%s'", TestPlatform.CLIENT_ID)
			.hasMessageContaining("'%s'", REDIRECT_URI)
			.hasMessageContaining(this.parts.provider.issuer() + "/auth ")
			.hasMessageEndingWith(PlatformError.of(code).getCure());
	}

	@ParameterizedTest
	@CsvSource({ "400, redirect_uri, false", "401, 401, true", "403, 4xx, true", "404, 4xx, true", "429, 429, true",
			"500, 5xx, true", "502, 5xx, true" })
	void acceptsWhenStatusIsAnErrorThenFails(int status, String code, boolean retryable) {
		respond(TestResponse.of(status, "<html>no</html>", "Content-Type: text/html"));
		PlatformAuthorizationException failure = failure(REDIRECT_URI);
		assertThat(failure.getError()).isEqualTo(PlatformError.of(code));
		assertThat(failure.isRetryable()).isEqualTo(retryable);
		assertThat(failure).hasMessageContaining("status " + status);
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://login.example.com/login", "/login?error=unauthorized_client", "",
			"https://app.example.com/back", "https://app.example.com/backdoor?error=unauthorized_client",
			"https://app.example.com.evil.example/back?error=unauthorized_client",
			"https://app.example.com/back?error=%", "https://app.example.com/back?error=a b", "::" })
	void acceptsWhenRedirectIsNoResponseThenNotKnown(String location) {
		respond(TestResponse.status(302, "Location: " + location));
		assertThat(accepts(REDIRECT_URI)).isFalse();
	}

	@Test
	void acceptsWhenThereIsNoRedirectThenNotKnown() {
		for (TestResponse response : List.of(TestResponse.status(302),
				TestResponse.of(200, "<html>unauthorized_client</html>", "Content-Type: text/html"),
				TestResponse.of(200, "x".repeat(2_000_000), "Content-Type: text/html"),
				TestResponse.of(200, "compressed", "Content-Type: text/html", "Content-Encoding: br"))) {
			respond(response);
			assertThat(accepts(REDIRECT_URI)).isFalse();
		}
	}

	@Test
	void acceptsWhenRedirectUriHasAQueryThenResponseIsRead() {
		String redirectUri = REDIRECT_URI + "?tenant=a%2Fb";
		respond(TestResponse.redirect(redirectUri + "&error=unauthorized_client"));
		assertThat(failure(redirectUri).getError()).isEqualTo(PlatformError.UNAUTHORIZED_CLIENT);
		assertThat(this.parts.provider.server().lastRequest("/auth").parameters()).containsEntry("redirect_uri",
				redirectUri);
	}

	@Test
	void acceptsWhenDescriptionIsForeignThenPrintableAndCut() {
		String foreign = "line\nERROR forged\u001b[2J" + "x".repeat(5_000);
		respond(TestResponse.redirect(REDIRECT_URI + "?error=invalid_scope&error_description="
				+ URLEncoder.encode(foreign, StandardCharsets.UTF_8)));
		assertThat(failure(REDIRECT_URI).getMessage()).hasSizeLessThan(1_200).doesNotContain("\n", "\u001b");
	}

	@Test
	void acceptsWhenProviderIsDownThenFailsAndMayBeAskedAgain() {
		ClientRegistration registration = registration();
		this.parts.provider.stop();
		PlatformAuthorizationException failure = catchThrowableOfType(PlatformAuthorizationException.class,
				() -> endpoint().accepts(registration, REDIRECT_URI).block(LoginParts.PATIENCE));
		assertThat(failure.getError()).isEqualTo(PlatformError.CONNECT);
		assertThat(failure.isRetryable()).isTrue();
	}

	@Test
	void acceptsWhenPushedRequestsAreRequiredThenFailsWithoutARequest() {
		this.parts.provider.documents()
			.metadata((document) -> document.putAll(Map.of("require_pushed_authorization_requests", true)));
		assertThat(failure(REDIRECT_URI).getError()).isEqualTo(PlatformError.LOGIN_UNSUPPORTED);
		assertThat(this.parts.provider.requests("/auth")).isEmpty();
	}

	private void respond(TestResponse response) {
		this.parts.provider.server().on("/auth", response);
	}

	private boolean accepts(String redirectUri) {
		return Boolean.TRUE.equals(endpoint().accepts(registration(), redirectUri).block(LoginParts.PATIENCE));
	}

	private PlatformAuthorizationException failure(String redirectUri) {
		return catchThrowableOfType(PlatformAuthorizationException.class, () -> accepts(redirectUri));
	}

	private AuthorizationEndpointProbe endpoint() {
		return this.parts.authorizationEndpoint();
	}

	private ClientRegistration registration() {
		return LoginParts.get(this.parts.client.begin());
	}

}
