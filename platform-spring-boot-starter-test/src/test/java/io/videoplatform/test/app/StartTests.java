package io.videoplatform.test.app;

import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that calls the platform while it starts.
 */
@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@AutoConfigureMockPlatform
@TestMethodOrder(MethodOrderer.MethodName.class)
class StartTests {

	@Autowired
	private Videos videos;

	@Autowired
	private MockPlatform platform;

	@Autowired
	private Titles titles;

	@Test
	void firstTestThenStubsOfTheStartAreThereAndNoRequestsOfIt() {
		assertThat(this.titles.atStart).isEqualTo("[\"Intro\"]");
		assertThat(this.platform.apiRequests()).isEmpty();
		assertThat(this.videos.titles()).isEqualTo("[\"Intro\"]");
		this.platform.stub("videos", "[\"Outro\"]").stub("more", "[]");
		this.platform.stubFor(get("/v1/further").willReturn(okJson("{}")));
		assertThat(this.videos.titles()).isEqualTo("[\"Outro\"]");
		this.platform.stub("description", "[]");
		assertThat(this.videos.at("description")).isEqualTo("[]");
		this.platform.stubFor(get("/v1/description").willReturn(okJson("[1]")));
		assertThat(this.videos.at("description")).isEqualTo("[1]");
		this.platform.stub("description", "[2]");
		assertThat(this.videos.at("description")).isEqualTo("[2]");
		assertThat(this.platform.apiRequests()).extracting(ApiRequest::status).containsOnly(200);
	}

	@Test
	void secondTestThenStubsOfTheFirstAreGoneAndThoseOfTheStartAreBack() {
		assertThat(this.videos.titles()).isEqualTo("[\"Intro\"]");
		assertThat(this.videos.at("description")).isEqualTo("{}");
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Stubs {

		Stubs(MockPlatform platform) {
			platform.stub("videos", "[\"Intro\"]");
			platform.stubFor(get("/v1/description").willReturn(okJson("{}")));
		}

		@Bean
		Titles titles() {
			return new Titles();
		}

		@Bean
		ApplicationRunner callAtStart(Videos videos, Titles titles) {
			return (arguments) -> titles.atStart = videos.titles();
		}

	}

	static class Titles {

		private String atStart = "";

	}

}
