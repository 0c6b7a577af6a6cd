package io.videoplatform.samples.localplatform;

import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.web.util.UriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the authorization code grant with PKCE, the login page included.
 */
@LocalPlatformTest
class AuthorizationCodeTests {

	private static final String VERIFIER = "a-verifier-of-at-least-forty-three-characters";

	private static final String REDIRECT_URI = "http://127.0.0.1:12345/login/oauth2/code/platform";

	private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

	private final HttpClient browser = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

	@Autowired
	private PlatformClient platform;

	@Test
	void codeWhenBrowserClientThenTokensWithRefresh() throws Exception {
		JsonNode tokens = this.platform.json(exchange("platform-browser", login("platform-browser"), Map.of()));
		assertThat(tokens.get("id_token").asString()).isNotEmpty();
		String token = tokens.get("access_token").asString();
		assertThat(this.platform.send(this.platform.bearer("/v1/videos", token)).statusCode()).isEqualTo(200);
		HttpResponse<String> refreshed = this.platform.token(Map.of("grant_type", "refresh_token", "client_id",
				"platform-browser", "refresh_token", tokens.get("refresh_token").asString()));
		assertThat(refreshed.statusCode()).isEqualTo(200);
	}

	@Test
	void codeWhenWebClientThenTokens() throws Exception {
		HttpResponse<String> response = exchange("platform-web", login("platform-web"),
				Map.of("client_secret", "web-secret"));
		assertThat(response.statusCode()).isEqualTo(200);
	}

	@Test
	void codeWhenVerifierIsWrongThenInvalidGrant() throws Exception {
		HttpResponse<String> response = exchange("platform-browser", login("platform-browser"),
				Map.of("code_verifier", VERIFIER + "-wrong"));
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo("invalid_grant");
	}

	@Test
	void codeWhenUsedTwiceThenInvalidGrant() throws Exception {
		String code = login("platform-browser");
		exchange("platform-browser", code, Map.of());
		HttpResponse<String> response = exchange("platform-browser", code, Map.of());
		assertThat(this.platform.json(response).get("error").asString()).isEqualTo("invalid_grant");
	}

	@Test
	void authorizeWhenRedirectUriIsUnknownThenBadRequest() throws Exception {
		assertThat(visit(authorize("platform-web", "https://evil.example.com/")).statusCode()).isEqualTo(400);
	}

	private String login(String clientId) throws Exception {
		HttpResponse<String> start = visit(authorize(clientId, REDIRECT_URI));
		HttpResponse<String> page = visit(location(start));
		Matcher csrf = CSRF.matcher(page.body());
		assertThat(csrf.find()).isTrue();
		HttpResponse<String> sent = this.browser.send(this.platform
			.post("/login", Map.of("username", "developer", "password", "developer", "_csrf", csrf.group(1)))
			.build(), HttpResponse.BodyHandlers.ofString());
		URI callback = location(visit(location(sent)));
		assertThat(callback.toString()).startsWith(REDIRECT_URI + "?");
		Map<String, String> query = UriComponentsBuilder.fromUri(callback).build().getQueryParams().toSingleValueMap();
		assertThat(query).containsEntry("state", "some-state");
		return Objects.requireNonNull(query.get("code"));
	}

	private HttpResponse<String> exchange(String clientId, String code, Map<String, String> more) throws Exception {
		Map<String, String> form = new HashMap<>(Map.of("grant_type", "authorization_code", "client_id", clientId,
				"code", code, "redirect_uri", REDIRECT_URI, "code_verifier", VERIFIER));
		form.putAll(more);
		return this.platform.token(form);
	}

	private URI authorize(String clientId, String redirectUri) throws Exception {
		byte[] digest = MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(StandardCharsets.US_ASCII));
		Map<String, String> query = Map.of("response_type", "code", "client_id", clientId, "scope", "openid", "state",
				"some-state", "redirect_uri", redirectUri, "code_challenge_method", "S256", "code_challenge",
				Base64.getUrlEncoder().withoutPadding().encodeToString(digest));
		return URI.create(this.platform.issuer() + "/oauth2/authorize?" + PlatformClient.encode(query));
	}

	private HttpResponse<String> visit(URI uri) throws Exception {
		return this.browser.send(HttpRequest.newBuilder(uri).header("Accept", "text/html").build(),
				HttpResponse.BodyHandlers.ofString());
	}

	private static URI location(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(302);
		return response.uri().resolve(response.headers().firstValue("Location").orElseThrow());
	}

}
