package io.videoplatform.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.videoplatform.internal.login.servlet.LogoutListener;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins at the platform that a login of another kind replaces in the same session.
 */
class ReplacedLoginTests {

	private final TestPlatform provider = new TestPlatform();

	private final ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
		.registerShutdownHook(false)
		.run(arguments());

	private Browser browser;

	private String[] arguments() {
		List<String> properties = new ArrayList<>(List.of(this.provider.properties()));
		properties.addAll(List.of("server.port=0", "platform.discovery.warm-up=false"));
		return FailedStart.arguments(properties);
	}

	@BeforeEach
	void logIn() {
		this.browser = new Browser(
				"http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.server.port"));
		logIn("ann");
	}

	@AfterEach
	void close() {
		this.context.close();
		this.provider.close();
	}

	@Test
	void sessionWhenItHoldsAnotherKindOfLoginThenThatOfThePlatformEnds() {
		List<String> tokens = List.copyOf(this.provider.issued().validRefreshTokens());
		this.browser.post("/login", Map.of("username", "form", "password", "secret"));
		assertThat(this.browser.get("/me").body()).isEqualTo("form");
		assertThat(logins()).isZero();
		this.provider.server().awaitRequests("/revoke", 1);
		assertThat(this.provider.issued().validRefreshTokens()).doesNotContainAnyElementsOf(tokens);
	}

	@Test
	void sessionWhenItHoldsAnotherLoginAtThePlatformThenNothingIsRevoked() {
		logIn("bob");
		assertThat(logins()).isOne();
		assertThat(this.provider.requests("/revoke")).isEmpty();
		assertThat(this.provider.issued().validRefreshTokens()).hasSize(2);
	}

	@Test
	void sessionWhenContextIsSavedAgainThenLoginGoesOn() {
		assertThat(this.browser.get("/again").body()).isEqualTo("ann");
		assertThat(this.browser.get("/me").body()).isEqualTo("ann");
		assertThat(logins()).isOne();
	}

	@Test
	void sessionWhenContextIsRemovedThenLoginEnds() {
		assertThat(this.browser.get("/removed").body()).isEqualTo("ann");
		assertThat(logins()).isZero();
	}

	@Test
	void sessionWhenAttributeIsNoContextThenNothingEnds() {
		LogoutListener listener = this.context.getBean(LogoutListener.class);
		HttpSessionBindingEvent event = new HttpSessionBindingEvent(new MockHttpSession(), "name", "value");
		listener.attributeReplaced(event);
		listener.attributeRemoved(event);
		assertThat(logins()).isOne();
	}

	private void logIn(String user) {
		this.provider.logins().user(user);
		this.browser.open("/oauth2/authorization/platform");
		assertThat(this.browser.get("/me").body()).isEqualTo(user);
		assertThat(logins()).isOne();
	}

	private long logins() {
		return this.context.getBean(PlatformEngine.class)
			.logins()
			.registrations()
			.clients()
			.stream()
			.mapToLong((client) -> client.tokens().count())
			.sum();
	}

	/**
	 * An application with two kinds of login.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@RestController
	static class Application {

		private static final String CONTEXT = "SPRING_SECURITY_CONTEXT";

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.csrf((csrf) -> csrf.disable())
				.formLogin(Customizer.withDefaults())
				.oauth2Login(Customizer.withDefaults())
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

		@GetMapping("/again")
		String again(Authentication authentication, HttpSession session) {
			session.setAttribute(CONTEXT, session.getAttribute(CONTEXT));
			SecurityContext copy = new SecurityContextImpl(authentication);
			session.setAttribute(CONTEXT, copy);
			return authentication.getName();
		}

		@GetMapping("/removed")
		String removed(Authentication authentication, HttpSession session) {
			session.removeAttribute(CONTEXT);
			return authentication.getName();
		}

	}

}
