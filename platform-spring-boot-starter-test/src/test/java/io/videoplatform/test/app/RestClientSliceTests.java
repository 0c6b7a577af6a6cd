package io.videoplatform.test.app;

import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.restclient.test.autoconfigure.AutoConfigureMockRestServiceServer;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

/**
 * What is built on {@code RestClient}, in the slice that is made for it.
 */
class RestClientSliceTests {

	@Nested
	@RestClientTest
	@AutoConfigureMockPlatform
	@Import(Catalog.class)
	class OfAComponent {

		@Test
		void titlesWhenTokenIsRejectedThenCalledWithANewOne(@Autowired Catalog catalog, MockPlatform platform,
				@Autowired ObjectProvider<MockRestServiceServer> server) {
			platform.stub("videos", "[]");
			assertThat(catalog.titles()).isEqualTo("[]");
			platform.reject();
			assertThat(catalog.titles()).isEqualTo("[]");
			assertThat(platform.apiRequests()).extracting(ApiRequest::status).containsExactly(200, 401, 200);
			assertThat(server.getIfAvailable()).isNull();
		}

	}

	@Nested
	@RestClientTest
	@AutoConfigureMockPlatform
	@Import(HttpServices.class)
	class OfAnHttpInterface {

		@Test
		void titlesWhenCalledThenAuthorized(@Autowired Videos videos, MockPlatform platform) {
			platform.stub("videos", "[]");
			assertThat(videos.titles()).isEqualTo("[]");
			assertThat(platform.apiRequests()).extracting(ApiRequest::authorized).containsExactly(true);
		}

	}

	@Nested
	@AutoConfigureMockPlatform
	@RestClientTest
	@AutoConfigureMockRestServiceServer
	@Import(Weather.class)
	class BesideTheMockServer {

		@Test
		void forecastWhenExpectedThenOfTheMockServer(@Autowired Weather weather,
				@Autowired MockRestServiceServer server) {
			server.expect(requestTo("https://weather.invalid/")).andRespond(withSuccess("sun", MediaType.TEXT_PLAIN));
			assertThat(weather.forecast()).isEqualTo("sun");
		}

	}

	static class Catalog {

		private final RestClient platform;

		Catalog(@Qualifier("platformRestClient") RestClient platform) {
			this.platform = platform;
		}

		String titles() {
			return String.valueOf(this.platform.get().uri("videos").retrieve().body(String.class));
		}

	}

	static class Weather {

		private final RestClient http;

		Weather(RestClient.Builder builder) {
			this.http = builder.baseUrl("https://weather.invalid/").build();
		}

		String forecast() {
			return String.valueOf(this.http.get().retrieve().body(String.class));
		}

	}

	interface Videos {

		@GetExchange("videos")
		String titles();

	}

	@TestConfiguration(proxyBeanMethods = false)
	@ImportHttpServices(group = "platform", types = Videos.class)
	static class HttpServices {

	}

}
