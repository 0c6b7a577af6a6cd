package io.videoplatform.samples.localplatform;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the authorization code grant with PKCE, the login page included.
 */
@LocalPlatformTest
class AuthorizationCodeTests {

	@Autowired
	private PlatformClient platform;

	private Browser browser;

	@BeforeEach
	void openBrowser() {
		this.browser = new Browser(this.platform);
	}

	@Test
	void codeWhenBrowserClientThenTokensWithRefresh() throws Exception {
		JsonNode tokens = this.browser.logIn("platform-browser", "developer");
		assertThat(tokens.get("id_token").asString()).isNotEmpty();
		String token = tokens.get("access_token").asString();
		assertThat(this.platform.send(this.platform.bearer("/v1/videos", token)).statusCode()).isEqualTo(200);
		HttpResponse<String> refreshed = this.platform.token(Map.of("grant_type", "refresh_token", "client_id",
				"platform-browser", "refresh_token", tokens.get("refresh_token").asString()));
		assertThat(refreshed.statusCode()).isEqualTo(200);
	}

	@Test
	void codeWhenVerifierIsWrongThenInvalidGrant() throws Exception {
		String code = Browser.code(this.browser.authorize("platform-browser", "developer"));
		HttpResponse<String> response = this.browser.exchange("platform-browser", code,
				Map.of("code_verifier", Browser.VERIFIER + "-wrong"));
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo("invalid_grant");
	}

	@Test
	void codeWhenUsedTwiceThenInvalidGrant() throws Exception {
		String code = Browser.code(this.browser.authorize("platform-browser", "developer"));
		this.browser.exchange("platform-browser", code, Map.of());
		HttpResponse<String> response = this.browser.exchange("platform-browser", code, Map.of());
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo("invalid_grant");
	}

	@Test
	void authorizeWhenGrantedThenResponseNamesStateAndIssuer() throws Exception {
		URI callback = this.browser.authorize("platform-web", "developer");
		assertThat(callback.toString()).startsWith(Browser.REDIRECT_URI + "?");
		assertThat(Browser.query(callback)).containsOnlyKeys("code", "state", "iss")
			.containsEntry("state", "some-state")
			.containsEntry("iss", this.platform.issuer());
	}

	@Test
	void authorizeWhenRefusedThenResponseNamesStateAndIssuer() throws Exception {
		URI request = this.browser.authorizationRequest("platform-web", Map.of("prompt", "none"));
		URI callback = Browser.location(this.browser.visit(request));
		assertThat(callback.toString()).startsWith(Browser.REDIRECT_URI + "?");
		assertThat(Browser.query(callback)).containsEntry("error", "login_required")
			.containsEntry("state", "some-state")
			.containsEntry("iss", this.platform.issuer());
	}

}
