package io.videoplatform.autoconfigure.login;

import java.net.http.HttpResponse;
import java.util.Map;

import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls in applications whose users log in elsewhere, or not at all, and connect an
 * account of the platform.
 */
@Tag("full")
class ConnectedAccountTests {

	private final TestPlatform provider = new TestPlatform();

	@AfterEach
	void close() {
		this.provider.close();
	}

	private RunningApplication start(WebApplicationType type) {
		return FormLogin.start(this.provider, type,
				(type == WebApplicationType.SERVLET) ? ServletApplication.class : ReactiveApplication.class);
	}

	@ParameterizedTest
	@CsvSource({ "SERVLET, /videos", "SERVLET, /blocking", "REACTIVE, /videos" })
	void callWhenAccountIsConnectedWithoutLoginThenNotRedirectedAgain(WebApplicationType type, String path) {
		try (RunningApplication application = start(type)) {
			Browser browser = application.browser();
			FormLogin.logIn(browser);
			HttpResponse<String> response = browser.open(path);
			assertThat(response.statusCode()).isEqualTo(401);
			assertThat(this.provider.requests("/auth")).hasSize(1);
			assertThat(browser.get("/me").body()).isEqualTo("form");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void callWhenNobodyIsLoggedInAndAccountIsConnectedThenNotRedirectedAgain(WebApplicationType type) {
		try (RunningApplication application = start(type)) {
			Browser browser = application.browser();
			assertThat(browser.open("/public/videos").statusCode()).isEqualTo(401);
			assertThat(this.provider.requests("/auth")).hasSize(1);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void clientWhenAnotherUserLogsInInTheBrowserThenTheirAccountAlone(WebApplicationType type) {
		try (RunningApplication application = start(type)) {
			Browser browser = application.browser();
			FormLogin.logIn(browser);
			this.provider.logins().user("ann");
			assertThat(browser.open("/public/connected").body()).startsWith("access-ann-");
			FormLogin.logIn(browser, "other");
			assertThat(browser.get("/me").body()).isEqualTo("other");
			this.provider.logins().user("bob");
			assertThat(browser.open("/public/connected").body()).startsWith("access-bob-");
			FormLogin.logIn(browser);
			assertThat(browser.get("/public/connected").statusCode()).isEqualTo(302);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void clientWhenAnotherUserLogsInAfterALogoutThenNotTheAccountOfTheFirst(WebApplicationType type) {
		try (RunningApplication application = start(type)) {
			Browser browser = application.browser();
			FormLogin.logIn(browser);
			assertThat(browser.open("/public/connected").body()).startsWith("access-ann-");
			browser.post("/logout", Map.of());
			FormLogin.logIn(browser, "other");
			assertThat(browser.get("/public/connected").statusCode()).isEqualTo(302);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void clientWhenSomebodyLogsInAfterNobodyThenNotTheAccountOfNobody(WebApplicationType type) {
		try (RunningApplication application = start(type)) {
			Browser browser = application.browser();
			assertThat(browser.open("/public/connected").body()).startsWith("access-ann-");
			assertThat(browser.get("/public/connected").body()).startsWith("access-ann-");
			FormLogin.logIn(browser);
			assertThat(browser.get("/public/connected").statusCode()).isEqualTo(302);
		}
	}

	/**
	 * What a page shows of the platform.
	 */
	@RestController
	static class Videos {

		private final ObjectProvider<WebClient> platform;

		Videos(@Qualifier("platformWebClient") ObjectProvider<WebClient> platform) {
			this.platform = platform;
		}

		@GetMapping({ "/videos", "/public/videos" })
		Mono<String> videos() {
			return this.platform.getObject().get().uri("videos").retrieve().bodyToMono(String.class);
		}

		@GetMapping("/public/connected")
		String connected(@RegisteredOAuth2AuthorizedClient("platform") OAuth2AuthorizedClient client) {
			return client.getAccessToken().getTokenValue();
		}

	}

	/**
	 * A servlet application whose users log in by a form.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ FormLogin.class, Videos.class })
	@RestController
	static class ServletApplication {

		private final Videos videos;

		ServletApplication(Videos videos) {
			this.videos = videos;
		}

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return http
				.authorizeHttpRequests(
						(requests) -> requests.requestMatchers("/public/**").permitAll().anyRequest().authenticated())
				.csrf((csrf) -> csrf.disable())
				.formLogin(Customizer.withDefaults())
				.oauth2Client(Customizer.withDefaults())
				.build();
		}

		@GetMapping("/blocking")
		String blocking() {
			return String.valueOf(this.videos.videos().block());
		}

	}

	/**
	 * A reactive application whose users log in by a form.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Videos.class)
	@RestController
	static class ReactiveApplication {

		@Bean
		ReactiveUserDetailsService users() {
			return new MapReactiveUserDetailsService(FormLogin.user("form"), FormLogin.user("other"));
		}

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return http
				.authorizeExchange(
						(requests) -> requests.pathMatchers("/public/**").permitAll().anyExchange().authenticated())
				.csrf((csrf) -> csrf.disable())
				.formLogin(Customizer.withDefaults())
				.oauth2Client(Customizer.withDefaults())
				.build();
		}

		@GetMapping("/me")
		String me(Authentication authentication) {
			return authentication.getName();
		}

	}

}
