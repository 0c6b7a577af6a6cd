package io.videoplatform.autoconfigure;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
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

	private final ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
		.registerShutdownHook(false)
		.run(arguments());

	private String[] arguments() {
		List<String> properties = new ArrayList<>(List.of(this.provider.properties()));
		properties.addAll(List.of("server.port=0", "platform.discovery.warm-up=false"));
		return FailedStart.arguments(properties);
	}

	@AfterEach
	void close() {
		this.context.close();
		this.provider.close();
	}

	@Test
	void callWhenAccountIsConnectedWithoutLoginThenNotRedirectedAgain() {
		Browser browser = new Browser(
				"http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.server.port"));
		browser.post("/login", Map.of("username", "form", "password", "secret"));
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
	@RestController
	static class Application {

		private final ObjectProvider<WebClient> platform;

		Application(@Qualifier("platformWebClient") ObjectProvider<WebClient> platform) {
			this.platform = platform;
		}

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.csrf((csrf) -> csrf.disable())
				.formLogin(Customizer.withDefaults())
				.oauth2Client(Customizer.withDefaults())
				.build();
		}

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(
					User.withUsername("form").password("{noop}secret").roles("USER").build());
		}

		@GetMapping("/me")
		String me(Authentication authentication) {
			return authentication.getName();
		}

		@GetMapping("/videos")
		String videos() {
			return String
				.valueOf(this.platform.getObject().get().uri("videos").retrieve().bodyToMono(String.class).block());
		}

	}

}
