package io.videoplatform.autoconfigure.browser;

import java.net.http.HttpResponse;
import java.time.Duration;

import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The document for browser applications at a path of its own, in an application below a
 * context path that has a handler for each path.
 */
class BrowserPathTests {

	private final MovableClock clock = new MovableClock();

	private final TestPlatform host = new TestPlatform();

	@AfterEach
	void close() {
		this.host.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void getWhenApplicationMatchesEveryPathThenDocumentAllTheSame(WebApplicationType type) {
		boolean servlet = type == WebApplicationType.SERVLET;
		this.host.fail("", 500);
		try (RunningApplication own = new RunningApplication(type, this.clock, CatchAll.class,
				RunningApplication.WITHOUT_SECURITY, "platform.root-url=" + this.host.rootUrl(),
				"platform.discovery.warm-up=false", "platform.browser.enabled=true",
				"platform.browser.client-id=browser", "platform.browser.flow=implicit",
				"platform.browser.scope=openid,profile", "platform.browser.path=/api/Config~1/browser",
				servlet ? "server.servlet.context-path=/app" : "spring.webflux.base-path=/app")) {
			String path = "/app/api/Config~1/browser";
			HttpResponse<String> problem = own.get(path);
			assertThat(problem.statusCode()).isEqualTo(503);
			this.host.repair();
			this.clock
				.advance(Duration.ofSeconds(Long.parseLong(problem.headers().firstValue("Retry-After").orElseThrow())));
			JsonNode document = JsonMapper.shared().readTree(own.get(path).body());
			assertThat(document.get("flow").asString()).isEqualTo("implicit");
			assertThat(document.get("scope").asString()).isEqualTo("openid profile");
			assertThat(document.has("pkceMethod")).isFalse();
			assertThat(own.get("/app/platform/client.json").body()).isEqualTo("a page");
			assertThat(own.get(path, "Origin", "https://app.example.com").statusCode()).isEqualTo(403);
			assertThat(own.get(path).headers().allValues("Vary")).contains("Origin");
		}
	}

	/**
	 * An application of one page, which its script changes as the path says.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Page.class)
	static class CatchAll {

	}

	/**
	 * The page, at each path.
	 */
	@RestController
	static class Page {

		@RequestMapping("/**")
		String page() {
			return "a page";
		}

	}

}
