package io.videoplatform.autoconfigure.browser;

import java.net.http.HttpResponse;
import java.util.Base64;

import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The document for browser applications behind Spring Security: an application's chain
 * decides who reads it, as of every other page.
 */
@ParameterizedClass
@EnumSource(names = { "SERVLET", "REACTIVE" })
class BrowserSecurityTests {

	private static final String PATH = "/platform/client.json";

	private static final String APP = "https://app.example.com";

	@Parameter
	private WebApplicationType type;

	private final TestPlatform host = new TestPlatform();

	{
		this.host.documents().minimal().caching("max-age=600", "max-age=600");
	}

	@AfterEach
	void close() {
		this.host.close();
	}

	private RunningApplication run(Class<?> configuration) {
		return new RunningApplication(this.type, new MovableClock(), configuration,
				"platform.root-url=" + this.host.rootUrl(), "platform.browser.enabled=true",
				"platform.browser.client-id=browser", "platform.browser.allowed-origins=" + APP,
				"spring.security.user.name=user", "spring.security.user.password=secret");
	}

	private static String header(HttpResponse<String> response, String name) {
		return String.join(", ", response.headers().allValues(name));
	}

	@Test
	void getWhenChainIsBootsThenLikeEveryOtherPage() {
		String login = "Basic " + Base64.getEncoder().encodeToString("user:secret".getBytes());
		try (RunningApplication application = run(RunningApplication.Application.class)) {
			assertThat(application.get(PATH, "Accept", "application/json").statusCode()).isEqualTo(401);
			HttpResponse<String> response = application.get(PATH, "Authorization", login);
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.body()).contains("oidcProvider");
		}
	}

	@Test
	void getWhenChainPermitsItThenAsWithoutSecurity() {
		try (RunningApplication application = run(OwnChain.class)) {
			HttpResponse<String> response = application.get(PATH, "Origin", APP);
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(header(response, "Cache-Control")).startsWith("private, max-age=");
			assertThat(header(response, "Access-Control-Allow-Origin")).isEqualTo(APP);
			assertThat(header(response, "Set-Cookie")).isEmpty();
			assertThat(application.get(PATH, "If-None-Match", header(response, "ETag")).statusCode()).isEqualTo(304);
			HttpResponse<String> preflight = application.ask("OPTIONS", PATH, "Origin", APP,
					"Access-Control-Request-Method", "GET");
			assertThat(preflight.statusCode()).isEqualTo(200);
			assertThat(header(preflight, "Access-Control-Allow-Origin")).isEqualTo(APP);
			HttpResponse<String> foreign = application.get(PATH, "Origin", "https://evil.example");
			assertThat(foreign.statusCode()).isEqualTo(403);
			assertThat(header(foreign, "Access-Control-Allow-Origin")).isEmpty();
			assertThat(application.get("/other", "Accept", "application/json").statusCode()).isIn(401, 403);
		}
	}

	/**
	 * An application with the lines that the docs show.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class OwnChain {

		@Bean
		@ConditionalOnWebApplication(type = Type.SERVLET)
		SecurityFilterChain security(HttpSecurity http) {
			return http
				.authorizeHttpRequests((requests) -> requests.requestMatchers("/platform/client.json")
					.permitAll()
					.anyRequest()
					.authenticated())
				.build();
		}

		@Bean
		@ConditionalOnWebApplication(type = Type.REACTIVE)
		SecurityWebFilterChain reactiveSecurity(ServerHttpSecurity http) {
			return http
				.authorizeExchange((exchanges) -> exchanges.pathMatchers("/platform/client.json")
					.permitAll()
					.anyExchange()
					.authenticated())
				.build();
		}

	}

}
