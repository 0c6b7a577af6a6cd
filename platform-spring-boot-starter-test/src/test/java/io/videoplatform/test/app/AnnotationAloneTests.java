package io.videoplatform.test.app;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.RepeatedTest;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A test without an annotation of Spring's, which has the clients and nothing else.
 */
@AutoConfigureMockPlatform
class AnnotationAloneTests {

	@Autowired
	private PlatformClients clients;

	@RepeatedTest(2)
	void callWhenThereIsNoOtherAnnotationThenInjectedAndReset(MockPlatform platform) {
		platform.stub("videos", "[]");
		assertThat(this.clients.get(PlatformClients.DEFAULT)
			.webClient()
			.get()
			.uri("videos")
			.retrieve()
			.bodyToMono(String.class)
			.block()).isEqualTo("[]");
		assertThat(platform.apiRequests()).extracting(ApiRequest::status).containsExactly(200);
		platform.goDown();
	}

}
