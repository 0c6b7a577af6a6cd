package io.videoplatform.autoconfigure;

import java.net.http.HttpResponse;

import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls in applications whose users log in elsewhere and connect an account of the
 * platform.
 */
class ConnectedAccountTests {

	private final TestPlatform provider = new TestPlatform();

	private final RunningApplication application = FormLogin.start(this.provider, Application.class);

	@AfterEach
	void close() {
		this.application.close();
		this.provider.close();
	}

	@Test
	void callWhenAccountIsConnectedWithoutLoginThenNotRedirectedAgain() {
		Browser browser = this.application.browser();
		FormLogin.logIn(browser);
		HttpResponse<String> response = browser.open("/videos");
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(this.provider.requests("/auth")).hasSize(1);
		assertThat(browser.get("/me").body()).isEqualTo("form");
	}

	/**
	 * An application whose users log in by a form.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(FormLogin.class)
	@RestController
	static class Application {

		private final ObjectProvider<WebClient> platform;

		Application(@Qualifier("platformWebClient") ObjectProvider<WebClient> platform) {
			this.platform = platform;
		}

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return FormLogin.chain(http).oauth2Client(Customizer.withDefaults()).build();
		}

		@GetMapping("/videos")
		String videos() {
			return String
				.valueOf(this.platform.getObject().get().uri("videos").retrieve().bodyToMono(String.class).block());
		}

	}

}
