package io.videoplatform.test.app;

import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import io.videoplatform.test.TokenRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Users who log in at the mock, in a running application.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "platform.grant-type=authorization_code")
@AutoConfigureMockPlatform
@Import(BrowserLoginTests.ClaimsPage.class)
class BrowserLoginTests {

	private final CookieManager cookies = new CookieManager();

	private final HttpClient browser = HttpClient.newBuilder()
		.cookieHandler(this.cookies)
		.followRedirects(Redirect.NORMAL)
		.build();

	@LocalServerPort
	private int port;

	private HttpResponse<String> open(String path) throws Exception {
		return this.browser.send(HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path))
			.header("Accept", "text/html")
			.build(), BodyHandlers.ofString());
	}

	@Test
	void titlesWhenUserLogsInThenCalledWithThatUsersToken(MockPlatform platform) throws Exception {
		platform.user("ann").stub("videos", "[\"Intro\"]");
		assertThat(open("/titles").body()).isEqualTo("[\"Intro\"]");
		platform.expire();
		assertThat(open("/titles").body()).isEqualTo("[\"Intro\"]");
		assertThat(platform.apiRequests()).extracting(ApiRequest::user).containsExactly("ann", "ann");
		assertThat(platform.tokenRequests()).extracting(TokenRequest::grantType)
			.containsExactly("authorization_code", "refresh_token");
	}

	@Test
	void titlesWhenAnotherUserAndKeyThenLoggedIn(MockPlatform platform) throws Exception {
		platform.rotateKeys().user("bob").stub("videos", "[]");
		assertThat(open("/titles").body()).isEqualTo("[]");
		assertThat(platform.apiRequests()).extracting(ApiRequest::user).containsExactly("bob");
	}

	@ParameterizedTest
	@ValueSource(strings = { "auth0|5f7c8ec7", "Zoë Smith" })
	void titlesWhenUserHasAnyNameThenLoggedIn(String user, @Autowired MockPlatform platform) throws Exception {
		platform.user(user).stub("videos", "[]");
		assertThat(open("/titles").body()).isEqualTo("[]");
		assertThat(platform.apiRequests()).extracting(ApiRequest::user).containsExactly(user);
	}

	@Test
	void claimsWhenUserHasThemThenInIdTokenAndUserInfoUntilAnotherUserLogsIn(MockPlatform platform) throws Exception {
		platform.user("ann", Map.of("email", "ann@example.com", "roles", List.of("editor")));
		assertThat(open("/claims").body()).isEqualTo("ann: ann@example.com [editor], ann@example.com [editor]");
		platform.user("bob");
		this.cookies.getCookieStore().removeAll();
		assertThat(open("/claims").body()).isEqualTo("bob: null null, null null");
	}

	/**
	 * Shows what is known of the user.
	 */
	@RestController
	static class ClaimsPage {

		@GetMapping("/claims")
		String claims(@AuthenticationPrincipal OidcUser user) {
			return "%s: %s, %s".formatted(user.getSubject(), claims(user.getIdToken()), claims(user.getUserInfo()));
		}

		private static String claims(ClaimAccessor claims) {
			return claims.getClaims().get("email") + " " + claims.getClaims().get("roles");
		}

	}

}
