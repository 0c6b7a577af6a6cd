package io.videoplatform.test.app;

import java.time.Duration;

import io.videoplatform.autoconfigure.PlatformConnectionDetails;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.startsWith;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.header;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.redirectedUrl;

/**
 * What Boot's test slices have of the platform without the mock, with and without its
 * properties.
 */
final class SliceTests {

	private static final TestPlatform PLATFORM = new TestPlatform();

	private SliceTests() {
	}

	@AfterAll
	static void close() {
		PLATFORM.close();
	}

	private static void platform(DynamicPropertyRegistry properties) {
		properties.add("platform.root-url", PLATFORM::rootUrl);
		properties.add("platform.username", () -> "developer");
		properties.add("platform.password", () -> "canary-password");
	}

	@Nested
	@WebMvcTest(controllers = Pages.class,
			properties = { "platform.grant-type=authorization_code", "platform.client-id=app",
					"platform.client-secret=app-secret", "platform.store.type=redis" })
	@ContextConfiguration(classes = Application.class)
	class WebMvcWithLogin {

		@Autowired
		private MockMvc mvc;

		@Test
		void getWhenNotLoggedInThenGoesToTheLogin() throws Exception {
			this.mvc.perform(get("/page").accept(MediaType.TEXT_HTML))
				.andExpect(redirectedUrl("/oauth2/authorization/platform"));
		}

		@Test
		void startWhenSliceThenNothingIsSent(@Autowired ApplicationContext context) {
			assertThat(context.containsBean("platformWarmUp")).isFalse();
		}

	}

	@Nested
	@WebFluxTest(controllers = Pages.class,
			properties = { "platform.grant-type=authorization_code", "platform.client-id=app",
					"platform.client-secret=app-secret" })
	@ContextConfiguration(classes = Application.class)
	class WebFluxWithLogin {

		@Test
		void getWhenNotLoggedInThenGoesToTheLogin(@Autowired WebTestClient client) {
			client.mutate()
				.responseTimeout(Duration.ofMinutes(5))
				.build()
				.get()
				.uri("/page")
				.header(HttpHeaders.ACCEPT, "text/html")
				.exchange()
				.expectHeader()
				.location("/oauth2/authorization/platform");
		}

		@Test
		void startWhenSliceThenNothingIsSent(@Autowired ApplicationContext context) {
			assertThat(context.containsBean("platformWarmUp")).isFalse();
		}

	}

	@Nested
	@RestClientTest
	@ContextConfiguration(classes = OnRestClient.class)
	class RestClientOfGroup {

		@DynamicPropertySource
		static void properties(DynamicPropertyRegistry properties) {
			platform(properties);
		}

		@Test
		void callWhenServerIsMockedThenItGetsTheAuthorizedRequest(@Autowired Plain videos,
				@Autowired MockRestServiceServer server) {
			server.expect(requestTo(PLATFORM.rootUrl() + "/v1/videos"))
				.andExpect(header(HttpHeaders.AUTHORIZATION, startsWith("Bearer access-")))
				.andRespond(withSuccess("[]", MediaType.APPLICATION_JSON));
			assertThat(videos.list().getBody()).isEqualTo("[]");
			assertThat(PLATFORM.calls()).filteredOn((call) -> call.method().equals("GET"))
				.extracting(RecordedRequest::path)
				.doesNotContain("/v1/videos");
		}

	}

	@Nested
	@RestClientTest(Weather.class)
	@ContextConfiguration(classes = Application.class)
	class RestClientOfOthers {

		@Test
		void callWhenNothingIsSetThenOtherClientsAreTestedAsBefore(@Autowired Weather weather,
				@Autowired MockRestServiceServer server) {
			server.expect(requestTo("https://weather.example/today"))
				.andRespond(withSuccess("sun", MediaType.TEXT_PLAIN));
			assertThat(weather.today()).isEqualTo("sun");
		}

		@Test
		void startWhenSliceThenNothingIsSent(@Autowired ApplicationContext context) {
			assertThat(context.containsBean("platformWarmUp")).isFalse();
			assertThat(context.getBean(PlatformConnectionDetails.class).getRootUrl()).endsWith(".invalid");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ Pages.class, Weather.class })
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@ImportHttpServices(group = "platform", types = Plain.class)
	static class OnRestClient {

	}

	@RestController
	static class Pages {

		@GetMapping("/page")
		String page() {
			return "page";
		}

	}

	@Component
	static class Weather {

		private final RestClient client;

		Weather(ObjectProvider<RestClient.Builder> builder) {
			this.client = builder.getIfAvailable(RestClient::builder).baseUrl("https://weather.example").build();
		}

		String today() {
			return this.client.get().uri("/today").retrieve().body(String.class);
		}

	}

	interface Plain {

		@GetExchange("videos")
		ResponseEntity<String> list();

	}

}
