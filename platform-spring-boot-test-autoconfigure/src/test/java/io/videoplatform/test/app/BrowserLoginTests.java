package io.videoplatform.test.app;

import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

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

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Users who log in at the mock, in a running application.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "platform.grant-type=authorization_code")
@AutoConfigureMockPlatform
class BrowserLoginTests {

	private final HttpClient browser = HttpClient.newBuilder()
		.cookieHandler(new CookieManager())
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
	@ValueSource(strings = { "ann@example.com", "auth0|5f7c8ec7", "Ann Smith", "Zoë" })
	void titlesWhenUserHasAnyNameThenLoggedIn(String user, @Autowired MockPlatform platform) throws Exception {
		platform.user(user).stub("videos", "[]");
		assertThat(open("/titles").body()).isEqualTo("[]");
		assertThat(platform.apiRequests()).extracting(ApiRequest::user).containsExactly(user);
	}

}
