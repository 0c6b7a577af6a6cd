package io.videoplatform.it.boot;

import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import io.videoplatform.test.TokenRequest;
import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A user who logs in at the platform.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "platform.grant-type=authorization_code", "platform.clients.jobs.client-id=jobs",
				"platform.clients.jobs.client-secret=replaced", "platform.clients.jobs.grant-type=client_credentials" })
@AutoConfigureMockPlatform
abstract class AbstractLoginTests {

	@LocalServerPort
	private int port;

	@Test
	void pageWhenUserLogsInThenCalledWithThatUsersToken(MockPlatform platform) {
		platform.user("ann").stub("videos", "[\"Intro\"]");
		Browser browser = new Browser("http://localhost:" + this.port);
		assertThat(browser.follow(browser.get("/titles", "Accept", "text/html")).body()).isEqualTo("[\"Intro\"]");
		platform.expire();
		assertThat(browser.get("/titles").body()).isEqualTo("[\"Intro\"]");
		assertThat(platform.apiRequests()).extracting(ApiRequest::user).containsExactly("ann", "ann");
		assertThat(platform.tokenRequests()).extracting(TokenRequest::grantType)
			.containsExactly("authorization_code", "refresh_token");
	}

}
