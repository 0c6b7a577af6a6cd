package io.videoplatform.test.app;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import io.videoplatform.test.TokenRequest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with the properties of production, which lead elsewhere.
 */
@SpringBootTest(webEnvironment = WebEnvironment.NONE, properties = { "platform.root-url=https://api.example.invalid",
		"platform.issuer=https://login.example.invalid/realms/platform", "platform.username=me",
		"platform.password=in-production", "platform.clients.jobs.client-id=my-jobs",
		"platform.clients.jobs.client-secret=in-production", "platform.clients.jobs.grant-type=client_credentials",
		"platform.clients.customer.root-url=https://video.customer.invalid" })
@AutoConfigureMockPlatform
class NamedClientsTests {

	@Autowired
	private PlatformClients clients;

	private void call(String name) {
		this.clients.get(name).webClient().get().uri("videos").retrieve().toBodilessEntity().block();
	}

	@Test
	void callWhenClientIsNamedThenWithItsOwnToken(MockPlatform platform) {
		platform.stub("videos", "[]");
		call("platform");
		call("jobs");
		call("customer");
		assertThat(platform.apiRequests()).extracting(ApiRequest::client)
			.containsExactly("platform", "jobs", "customer");
		assertThat(platform.tokenRequests()).containsExactly(new TokenRequest("password", "platform", 200),
				new TokenRequest("client_credentials", "jobs", 200), new TokenRequest("password", "customer", 200));
	}

	@Test
	void callWhenApplicationExpiresThenNewTokenWithoutARefreshToken(MockPlatform platform) {
		platform.stub("videos", "[]");
		call("jobs");
		platform.expire();
		call("jobs");
		assertThat(platform.tokenRequests()).extracting(TokenRequest::grantType)
			.containsExactly("client_credentials", "client_credentials");
	}

}
