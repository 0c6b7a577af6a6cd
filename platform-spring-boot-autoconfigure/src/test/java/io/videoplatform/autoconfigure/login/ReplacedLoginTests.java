package io.videoplatform.autoconfigure.login;

import java.util.List;

import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.login.servlet.LogoutListener;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins at the platform that a login of another kind replaces in the same session.
 */
@Tag("full")
class ReplacedLoginTests {

	private final TestPlatform provider = new TestPlatform();

	private final RunningApplication application = FormLogin.start(this.provider, Application.class);

	private Browser browser;

	@BeforeEach
	void logIn() {
		this.browser = this.application.browser();
		logIn("ann");
	}

	@AfterEach
	void close() {
		this.application.close();
		this.provider.close();
	}

	@Test
	void sessionWhenItHoldsAnotherKindOfLoginThenThatOfThePlatformEnds() {
		List<String> tokens = List.copyOf(this.provider.issued().validRefreshTokens());
		FormLogin.logIn(this.browser);
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
		LogoutListener listener = this.application.context().getBean(LogoutListener.class);
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
		return this.application.context()
			.getBean(PlatformEngine.class)
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
	@Import(FormLogin.class)
	@RestController
	static class Application {

		private static final String CONTEXT = "SPRING_SECURITY_CONTEXT";

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return FormLogin.chain(http).oauth2Login(Customizer.withDefaults()).build();
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
