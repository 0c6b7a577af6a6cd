package io.videoplatform.test.app;

import io.videoplatform.PlatformAuthorizationException;
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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/**
 * An application with the properties of production, which lead elsewhere.
 */
@SpringBootTest(webEnvironment = WebEnvironment.NONE, properties = { "platform.root-url=https://api.example.invalid",
		"platform.issuer=https://login.example.invalid/realms/platform", "platform.username=me",
		"platform.password=in-production", "platform.clients.jobs.client-id=my-jobs",
		"platform.clients.jobs.client-secret=in-production", "platform.clients.jobs.grant-type=client_credentials",
		"platform.clients.same.root-url=https://API.example.invalid/",
		"platform.clients.customer.root-url=https://video.customer.invalid",
		"platform.clients.customer.username=customer", "platform.clients.customer.password=in-production",
		"platform.clients.customer.ssl.bundle=customer", "platform.clients.open.root-url=https://open.customer.invalid",
		"platform.clients.open.ssl.bundle=open" })
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
		call("same");
		assertThat(platform.apiRequests()).extracting(ApiRequest::client)
			.containsExactly("platform", "jobs", "customer", "same");
		assertThat(platform.tokenRequests())
			.extracting(TokenRequest::grantType, TokenRequest::client, TokenRequest::status)
			.containsExactly(tuple("password", "platform", 200), tuple("client_credentials", "jobs", 200),
					tuple("password", "customer", 200), tuple("password", "same", 200));
	}

	@Test
	void callWhenClientOfAnotherPlatformHasNoCredentialsThenFailsAsInProduction(MockPlatform platform) {
		platform.stub("videos", "[]");
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> call("open"))
			.withMessageContaining("No credentials are set");
		assertThat(platform.apiRequests()).isEmpty();
		assertThat(platform.tokenRequests()).isEmpty();
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
