package io.videoplatform.samples.localplatform;

import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the login page, and for the user's claims after it.
 */
@LocalPlatformTest
class LoginPageTests {

	@Autowired
	private PlatformClient platform;

	private Browser browser;

	@BeforeEach
	void openBrowser() {
		this.browser = new Browser(this.platform);
	}

	@Test
	void pageWhenOpenedThenNamesAccounts() throws Exception {
		HttpResponse<String> page = this.platform.get("/login");
		assertThat(page.body()).contains("<h1>Log in</h1>", "<code>developer</code>", "<code>editor</code>")
			.doesNotContain("role=\"alert\"", "<script");
		assertThat(this.platform.get("/style.css").statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource({ "unknown, https://app.example.com/callback", "platform-web, https://elsewhere.example.com/" })
	void loginWhenClientOrRedirectUriIsUnknownThenPageSaysSo(String client, String redirectUri) throws Exception {
		HttpResponse<String> page = this.browser
			.visit(this.browser.authorizationRequest(client, Map.of("redirect_uri", redirectUri)));
		assertThat(page.statusCode()).isEqualTo(400);
		assertThat(page.body()).contains("client_id", "redirect_uri").doesNotContain("Whitelabel");
	}

	@ParameterizedTest
	@ValueSource(strings = { "developer", "editor" })
	void loginWhenDoneThenIdTokenTellsOfPersonAndLogin(String account) throws Exception {
		JsonNode tokens = this.browser.logIn("platform-web", account);
		Jwt idToken = decode(tokens);
		assertThat(idToken.getSubject()).isEqualTo(account);
		assertThat(idToken.getAudience()).containsExactly("platform-web");
		assertThat(idToken.getClaimAsString("iss")).isEqualTo(this.platform.issuer());
		assertThat(idToken.getClaimAsString("nonce")).isEqualTo("some-nonce");
		assertThat(idToken.getClaimAsString("preferred_username")).isEqualTo(account);
		assertThat(idToken.getClaimAsString("name")).isEqualToIgnoringCase(account);
		assertThat(idToken.getClaimAsString("sid")).isNotEmpty();
		assertThat(idToken.getClaimAsInstant("auth_time")).isBeforeOrEqualTo(idToken.getIssuedAt());
	}

	@Test
	void refreshWhenDoneThenIdTokenKeepsLogin() throws Exception {
		JsonNode tokens = this.browser.logIn("platform-web", "editor");
		Jwt before = decode(tokens);
		Jwt after = decode(this.platform
			.json(this.platform.token(Map.of("grant_type", "refresh_token", "client_id", "platform-web",
					"client_secret", "web-secret", "refresh_token", tokens.get("refresh_token").asString()))));
		assertThat(after.getSubject()).isEqualTo("editor");
		assertThat(after.getClaimAsString("sid")).isEqualTo(before.getClaimAsString("sid"));
		assertThat(after.getClaimAsInstant("auth_time")).isEqualTo(before.getClaimAsInstant("auth_time"));
		assertThat(after.getClaimAsString("name")).isEqualTo("Editor");
	}

	private Jwt decode(JsonNode tokens) {
		JwtDecoder decoder = NimbusJwtDecoder.withJwkSetUri(this.platform.issuer() + "/oauth2/jwks").build();
		return decoder.decode(tokens.get("id_token").asString());
	}

}
