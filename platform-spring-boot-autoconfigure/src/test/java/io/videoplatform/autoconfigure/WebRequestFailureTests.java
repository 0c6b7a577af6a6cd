package io.videoplatform.autoconfigure;

import java.net.http.HttpResponse;
import java.time.Clock;

import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A web request that fails because there is no token: its status, and what is logged.
 */
@ExtendWith(OutputCaptureExtension.class)
class WebRequestFailureTests {

	private final TestPlatform platform = new TestPlatform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@ParameterizedTest
	@CsvSource({ "SERVLET, /blocking, 400, invalid_request, 500", "SERVLET, /reactive, 400, invalid_request, 500",
			"REACTIVE, /reactive, 400, invalid_request, 500", "SERVLET, /blocking, 503, 5xx, 503",
			"SERVLET, /reactive, 503, 5xx, 503", "REACTIVE, /reactive, 503, 5xx, 503" })
	void requestWhenThereIsNoTokenThenStatusAndOneLine(WebApplicationType stack, String path, int status, String code,
			int expected, CapturedOutput output) {
		this.platform.tokenEndpoint().always((form) -> TestResponse.error(status, code));
		try (RunningApplication application = new RunningApplication(stack, Clock.systemUTC(), Videos.class,
				RunningApplication.WITHOUT_SECURITY, "platform.root-url=" + this.platform.rootUrl(),
				"platform.username=me", "platform.password=hunter2", "platform.discovery.warm-up=false")) {
			application.get(path);
			int before = output.getAll().length();
			HttpResponse<String> response = application.get(path);
			String logged = output.getAll().substring(before);
			assertThat(response.statusCode()).isEqualTo(expected);
			assertThat(response.headers().firstValue("Retry-After").isPresent()).isEqualTo(expected == 503);
			assertThat(response.body()).doesNotContain(this.platform.rootUrl(), code);
			assertThat(logged).contains("[" + code + "]", "Token request at " + this.platform.rootUrl())
				.doesNotContain("\tat ", "Caused by", "Check ");
			assertThat(logged.strip().lines()).hasSizeLessThanOrEqualTo(3);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@RestController
	static class Videos {

		private final WebClient webClient;

		private final RestClient restClient;

		Videos(@Qualifier("platformWebClient") WebClient webClient,
				@Qualifier("platformRestClient") RestClient restClient) {
			this.webClient = webClient;
			this.restClient = restClient;
		}

		@GetMapping("/reactive")
		Mono<String> reactive() {
			return this.webClient.get().uri("/videos").retrieve().bodyToMono(String.class);
		}

		@GetMapping("/blocking")
		String blocking() {
			return String.valueOf(this.restClient.get().uri("/videos").retrieve().body(String.class));
		}

	}

}
