package io.videoplatform.test.app;

import java.time.Duration;

import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.test.web.reactive.server.WebTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.reactive.server.SecurityMockServerConfigurers.mockOidcLogin;

/**
 * The pages of a reactive application with logins, with users of Spring Security's test
 * support.
 */
@WebFluxTest(controllers = PlatformPage.class,
		properties = { "platform.grant-type=authorization_code", "platform.store.type=redis" })
@AutoConfigureMockPlatform
class WebFluxSliceTests {

	private WebTestClient web;

	@BeforeEach
	void stub(MockPlatform platform, @Autowired WebTestClient client) {
		this.web = client.mutate().responseTimeout(Duration.ofMinutes(5)).build();
		platform.stub("videos", "[\"Intro\"]");
	}

	@Test
	void titlesWhenUserIsLoggedInThenCalledWithThatUsersToken(MockPlatform platform) {
		this.web.mutateWith(mockOidcLogin().idToken((token) -> token.subject("ann")))
			.get()
			.uri("/titles")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.isEqualTo("[\"Intro\"]");
		assertThat(platform.apiRequests()).extracting(ApiRequest::user).containsExactly("ann");
	}

	@Test
	void titlesWhenTheUsersTokenHasExpiredThenRefreshed(MockPlatform platform) {
		for (int i = 0; i < 2; i++) {
			this.web.mutateWith(mockOidcLogin()).get().uri("/titles").exchange().expectStatus().isOk();
			platform.expire();
		}
		assertThat(platform.tokenRequests()).extracting("grantType").containsExactly("refresh_token");
	}

}
