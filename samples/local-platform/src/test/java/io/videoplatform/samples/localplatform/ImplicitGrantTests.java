package io.videoplatform.samples.localplatform;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the implicit grant, with which {@code platform-browser} gets tokens in the
 * fragment.
 */
@LocalPlatformTest
class ImplicitGrantTests {

	private static final Map<String, String> IMPLICIT = Map.of("response_type", "id_token token", "redirect_uri",
			"http://127.0.0.1:12345/");

	@Autowired
	private PlatformClient platform;

	private Browser browser;

	@BeforeEach
	void openBrowser() {
		this.browser = new Browser(this.platform);
	}

	@Test
	void authorizeWhenLoggedInThenTokensInFragment() throws Exception {
		URI response = logIn();
		assertThat(response.toString()).startsWith("http://127.0.0.1:12345/#").doesNotContain("?");
		assertThat(fragment(response))
			.containsOnlyKeys("access_token", "expires_in", "id_token", "iss", "scope", "state", "token_type")
			.containsEntry("iss", this.platform.issuer())
			.containsEntry("state", "some-state")
			.containsEntry("expires_in", "30");
		assertThat(callApi(response)).isEqualTo(200);
	}

	@Test
	void authorizeWhenLoggedInThenIdTokenBelongsToRequestAndAccessToken() throws Exception {
		URI response = logIn();
		JWTClaimsSet claims = SignedJWT.parse(fragment(response).get("id_token")).getJWTClaimsSet();
		byte[] digest = MessageDigest.getInstance("SHA-256")
			.digest(fragment(response).get("access_token").getBytes(StandardCharsets.US_ASCII));
		assertThat(claims.getIssuer()).isEqualTo(this.platform.issuer());
		assertThat(claims.getAudience()).containsExactly("platform-browser");
		assertThat(claims.getStringClaim("nonce")).isEqualTo("some-nonce");
		assertThat(claims.getStringClaim("at_hash"))
			.isEqualTo(Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, 16)));
	}

	@ParameterizedTest
	@CsvSource({ "redirect_uri, https://evil.example.com/", "client_id, anonymous", "client_id, platform-web",
			"client_id, nobody" })
	void authorizeWhenRedirectUriIsUnknownThenBadRequest(String parameter, String value) throws Exception {
		logIn();
		assertThat(this.browser.visit(request(Map.of(parameter, value))).statusCode()).isEqualTo(400);
	}

	private URI logIn() throws Exception {
		URI login = Browser.location(this.browser.visit(request(Map.of())));
		return Browser.location(this.browser
			.visit(Browser.location(this.browser.submit("developer", "developer", this.browser.visit(login)))));
	}

	private URI request(Map<String, String> more) throws Exception {
		Map<String, String> parameters = new HashMap<>(IMPLICIT);
		parameters.putAll(more);
		return this.browser.authorizationRequest("platform-browser", parameters);
	}

	private int callApi(URI response) throws Exception {
		return this.platform.send(this.platform.bearer("/v1/videos", fragment(response).get("access_token")))
			.statusCode();
	}

	private static Map<String, String> fragment(URI response) {
		return new TreeMap<>(Browser.query(URI.create("?" + response.getRawFragment())));
	}

}
