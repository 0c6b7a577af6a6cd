package io.videoplatform.it.boot;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import io.videoplatform.test.TokenRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls by each kind of client.
 */
@SpringBootTest(webEnvironment = WebEnvironment.NONE,
		properties = { "platform.clients.jobs.client-id=jobs", "platform.clients.jobs.client-secret=replaced",
				"platform.clients.jobs.grant-type=client_credentials" })
@AutoConfigureMockPlatform
class CallTests {

	@Autowired
	private MockPlatform platform;

	@BeforeEach
	void stub() {
		this.platform.stub("videos", "[\"Intro\"]");
	}

	@Test
	void callsWhenOfEachKindThenOneTokenRequest(@Autowired @Qualifier("platformWebClient") WebClient webClient,
			@Autowired @Qualifier("platformRestClient") RestClient restClient,
			@Autowired VideoApplication.Videos videos, @Autowired PlatformClients clients) {
		assertThat(webClient.get().uri("videos").retrieve().bodyToMono(String.class).block()).contains("Intro");
		assertThat(restClient.get().uri("videos").retrieve().body(String.class)).contains("Intro");
		assertThat(videos.list()).contains("Intro");
		assertThat(clients.get(PlatformClients.DEFAULT).token().value()).isNotEmpty();
		assertThat(this.platform.tokenRequests()).extracting(TokenRequest::status).containsExactly(200);
		assertThat(this.platform.apiRequests()).hasSize(3).allMatch(ApiRequest::authorized);
	}

	@Test
	void interfaceWhenOnWebClientAndOfNamedClientThenItsToken(@Autowired VideoApplication.ReactiveVideos videos) {
		assertThat(videos.list().block()).contains("Intro");
		assertThat(this.platform.tokenRequests()).extracting(TokenRequest::grantType)
			.containsExactly("client_credentials");
	}

	@Test
	void callWhenTokenIsRejectedThenSentAgainWithANewOne(
			@Autowired @Qualifier("platformRestClient") RestClient restClient,
			@Autowired VideoApplication.Videos videos) {
		restClient.get().uri("videos").retrieve().toBodilessEntity();
		this.platform.reject();
		assertThat(videos.list()).contains("Intro");
		assertThat(this.platform.apiRequests()).extracting(ApiRequest::status).containsExactly(200, 401, 200);
	}

}
