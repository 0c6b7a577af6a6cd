package io.videoplatform.samples.localplatform;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the two ways in which an application ends a login: it sends the browser to
 * the end-session endpoint, or it revokes the refresh token.
 */
@LocalPlatformTest
class LogoutTests {

	@Autowired
	private PlatformClient platform;

	private Browser browser;

	@BeforeEach
	void openBrowser() {
		this.browser = new Browser(this.platform);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://127.0.0.1:12345", "http://127.0.0.1:12345/", "http://localhost:8080/" })
	void logoutWhenAddressIsOnThisMachineThenReturnsThere(String address) throws Exception {
		JsonNode tokens = this.browser.logIn("platform-web", "developer");
		URI end = endSession(tokens, Map.of("post_logout_redirect_uri", address, "state", "a-state"));
		assertThat(Browser.location(this.browser.visit(end))).hasToString(address + "?state=a-state");
	}

	@Test
	void logoutWhenAddressIsUnknownThenRefusedAndSessionGoesOn() throws Exception {
		JsonNode tokens = this.browser.logIn("platform-web", "developer");
		URI end = endSession(tokens, Map.of("post_logout_redirect_uri", "https://evil.example.com/"));
		assertThat(this.browser.visit(end).statusCode()).isEqualTo(400);
		assertThat(callApi(tokens)).isEqualTo(200);
	}

	@Test
	void logoutWhenFormOfPageThatTellsNoOriginThenDone() throws Exception {
		JsonNode tokens = this.browser.logIn("platform-browser", "developer");
		HttpResponse<String> response = this.platform
			.send(this.platform.post(PlatformClient.ISSUER_PATH + "/connect/logout",
					Map.of("id_token_hint", tokens.get("id_token").asString(), "client_id", "platform-browser",
							"post_logout_redirect_uri", "http://127.0.0.1:8080/"))
				.header("Origin", "null"));
		assertThat(Browser.location(response)).hasToString("http://127.0.0.1:8080/");
		assertThat(callApi(tokens)).isEqualTo(401);
	}

	@Test
	void logoutWhenDoneThenTokensAreRefusedAndLoginIsRequired() throws Exception {
		JsonNode tokens = this.browser.logIn("platform-web", "developer");
		JsonNode sameBrowser = this.browser.logIn("platform-browser", "developer");
		this.browser.visit(endSession(tokens, Map.of()));
		assertThat(callApi(tokens)).isEqualTo(401);
		assertThat(callApi(sameBrowser)).isEqualTo(401);
		assertThat(this.platform.json(refresh(tokens)).get("error").asString()).isEqualTo("invalid_grant");
		HttpResponse<String> next = this.browser.visit(this.browser.authorizationRequest("platform-web", Map.of()));
		assertThat(Browser.location(next)).hasPath("/login");
	}

	private URI endSession(JsonNode tokens, Map<String, String> more) {
		Map<String, String> query = new HashMap<>(more);
		query.put("id_token_hint", tokens.get("id_token").asString());
		return URI.create(this.platform.issuer() + "/connect/logout?" + PlatformClient.encode(query));
	}

	private int callApi(JsonNode tokens) throws Exception {
		return this.platform.send(this.platform.bearer("/v1/videos", tokens.get("access_token").asString()))
			.statusCode();
	}

	private HttpResponse<String> refresh(JsonNode tokens) throws Exception {
		return this.platform.token(Map.of("grant_type", "refresh_token", "client_id", "platform-web", "client_secret",
				"web-secret", "refresh_token", tokens.get("refresh_token").asString()));
	}

}
