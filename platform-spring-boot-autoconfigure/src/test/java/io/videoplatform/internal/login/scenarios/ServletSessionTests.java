package io.videoplatform.internal.login.scenarios;

import io.videoplatform.testing.Browser;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.session.web.http.SessionRepositoryFilter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sessions of servlet applications that Spring Session keeps, whose repositories report
 * no end.
 */
@Tag("full")
class ServletSessionTests {

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenSessionEndsThenItsLoginEndsAndIsRevokedOnce(boolean backChannel) {
		try (Cluster cluster = new Cluster(Stack.SERVLET, Application.EARLY_INVALIDATION,
				new SerializedSessions().repository(Stack.SERVLET),
				"platform.login.back-channel-logout=" + backChannel)) {
			cluster.balance(0);
			Browser browser = logIn(cluster);
			assertThat(browser.get("/public/hello?invalidate").statusCode()).isEqualTo(200);
			assertEnded(cluster, browser, 1);
			assertEnded(cluster, logOut(logIn(cluster)), 2);
			// What a logout does twice it has done before another login
			assertEnded(cluster, logOut(logIn(cluster)), 3);
		}
	}

	private static Browser logIn(Cluster cluster) {
		cluster.provider().logins().user("ann");
		Browser browser = cluster.browser();
		browser.open("/me");
		LoginScenario.assertLoggedIn(browser, "ann");
		assertThat(cluster.node(0).logins()).isOne();
		return browser;
	}

	private static Browser logOut(Browser browser) {
		assertThat(browser.submit("/logout", "/logout").statusCode()).isEqualTo(302);
		return browser;
	}

	private static void assertEnded(Cluster cluster, Browser browser, int revocations) {
		assertThat(cluster.node(0).logins()).isZero();
		assertThat(cluster.provider().server().awaitRequests("/revoke", revocations)).hasSize(revocations);
		assertThat(cluster.provider().issued().validRefreshTokens()).isEmpty();
		LoginScenario.assertLoggedOut(browser);
	}

	/**
	 * With a filter before Spring Security's that invalidates sessions.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(SpringSessions.Servlet.class)
	static class EarlyInvalidation {

		@Bean
		FilterRegistrationBean<Filter> invalidating() {
			FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
				HttpSession session = ((HttpServletRequest) request).getSession(false);
				if (session != null && request.getParameter("invalidate") != null) {
					session.invalidate();
				}
				chain.doFilter(request, response);
			});
			registration.setOrder(SessionRepositoryFilter.DEFAULT_ORDER + 2);
			return registration;
		}

	}

}
