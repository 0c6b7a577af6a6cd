package io.videoplatform.samples.localplatform;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import tools.jackson.databind.JsonNode;

import org.springframework.web.util.UriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Browser of one person, and the application that sends it to the platform.
 */
class Browser {

	static final String REDIRECT_URI = "http://127.0.0.1:12345/login/oauth2/code/platform";

	static final String VERIFIER = "a-verifier-of-at-least-forty-three-characters";

	private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

	private final HttpClient http = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

	private final PlatformClient platform;

	Browser(PlatformClient platform) {
		this.platform = platform;
	}

	/**
	 * Log in, and let the application get its tokens.
	 */
	JsonNode logIn(String clientId, String account) throws Exception {
		return this.platform.json(exchange(clientId, code(authorize(clientId, account)), Map.of()));
	}

	/**
	 * Log in, and return the address of the application that the response is sent to.
	 */
	URI authorize(String clientId, String account) throws Exception {
		HttpResponse<String> response = visit(authorizationRequest(clientId, Map.of()));
		URI next = location(response);
		return next.getPath().equals("/login") ? location(visit(location(submit(account, account, visit(next)))))
				: next;
	}

	HttpResponse<String> submit(String username, String password, HttpResponse<String> page) throws Exception {
		Matcher csrf = CSRF.matcher(page.body());
		assertThat(csrf.find()).isTrue();
		return this.http.send(
				this.platform.post("/login", Map.of("username", username, "password", password, "_csrf", csrf.group(1)))
					.build(),
				HttpResponse.BodyHandlers.ofString());
	}

	HttpResponse<String> exchange(String clientId, String code, Map<String, String> more) throws Exception {
		Map<String, String> form = new HashMap<>(Map.of("grant_type", "authorization_code", "client_id", clientId,
				"code", code, "redirect_uri", REDIRECT_URI, "code_verifier", VERIFIER));
		if (clientId.equals("platform-web")) {
			form.put("client_secret", "web-secret");
		}
		form.putAll(more);
		return this.platform.token(form);
	}

	URI authorizationRequest(String clientId, Map<String, String> more) throws NoSuchAlgorithmException {
		byte[] digest = MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(StandardCharsets.US_ASCII));
		Map<String, String> query = new HashMap<>(
				Map.of("response_type", "code", "client_id", clientId, "scope", "openid", "state", "some-state",
						"nonce", "some-nonce", "redirect_uri", REDIRECT_URI, "code_challenge_method", "S256",
						"code_challenge", Base64.getUrlEncoder().withoutPadding().encodeToString(digest)));
		query.putAll(more);
		return URI.create(this.platform.issuer() + "/oauth2/authorize?" + PlatformClient.encode(query));
	}

	HttpResponse<String> visit(URI uri) throws IOException, InterruptedException {
		return this.http.send(HttpRequest.newBuilder(uri).header("Accept", "text/html").build(),
				HttpResponse.BodyHandlers.ofString());
	}

	static String code(URI callback) {
		return Objects.requireNonNull(query(callback).get("code"));
	}

	static Map<String, String> query(URI uri) {
		Map<String, String> query = new HashMap<>();
		UriComponentsBuilder.fromUri(uri)
			.build()
			.getQueryParams()
			.forEach((name, values) -> query.put(name, URLDecoder.decode(values.get(0), StandardCharsets.UTF_8)));
		return query;
	}

	static URI location(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(302);
		return response.uri().resolve(response.headers().firstValue("Location").orElseThrow());
	}

}
