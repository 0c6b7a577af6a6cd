package io.videoplatform.autoconfigure.login;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.videoplatform.autoconfigure.FailedStart;
import io.videoplatform.internal.login.logout.LoginSessionRegistry;
import io.videoplatform.internal.login.servlet.BackChannelLogoutFilter;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.savedrequest.CookieRequestCache;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logouts that the provider demands (OpenID Connect Back-Channel Logout 1.0).
 */
@Tag("full")
class BackChannelLogoutTests {

	private final TestPlatform provider = new TestPlatform();

	private final Map<String, String> sessions = new ConcurrentHashMap<>();

	private @Nullable ConfigurableApplicationContext context;

	@AfterEach
	void close() {
		if (this.context != null) {
			this.context.close();
		}
		this.provider.close();
	}

	@Test
	void logoutWhenProviderDemandsItThenSessionIsInvalidatedAtOnce() {
		start(Application.class);
		String ofAnn = sessionOf(loggedIn("ann"));
		String ofBob = sessionOf(loggedIn("bob"));
		assertThat(endSession("ann").statusCode()).isEqualTo(200);
		assertThat(context().getBean(Destroyed.class).ids()).contains(ofAnn).doesNotContain(ofBob);
		assertThat(context().getBean(LoginSessionRegistry.class).remove(ofAnn)).isNull();
		assertThat(context().getBean(LoginSessionRegistry.class).remove(ofBob)).isNotNull();
	}

	@Test
	void logoutWhenRequestDoesNotWaitForItsEndThenUnavailable() throws ServletException, IOException {
		start(Application.class);
		MockHttpServletRequest request = new MockHttpServletRequest("POST", "/logout/connect/back-channel/platform");
		request.setParameter("logout_token", this.provider.idTokens().logoutToken("any"));
		this.provider.server().hold("/keys", Mono.never());
		MockHttpServletResponse response = new MockHttpServletResponse();
		Thread.currentThread().interrupt();
		context().getBean(BackChannelLogoutFilter.class).doFilter(request, response, new MockFilterChain());
		assertThat(Thread.interrupted()).isTrue();
		assertThat(response.getStatus()).isEqualTo(503);
		assertThat(response.getHeader("Retry-After")).isNotNull();
		assertThat(response.getContentAsString()).contains("temporarily_unavailable");
	}

	@ParameterizedTest
	@ValueSource(classes = { MigratedSessions.class, NewSessions.class })
	void logoutWhenSessionIsMadeByTheLoginThenItEnds(Class<?> application) {
		start(application);
		Browser ann = loggedIn("ann");
		assertThat(endSession("ann").statusCode()).isEqualTo(200);
		assertThat(ann.get("/me").statusCode()).isEqualTo(302);
	}

	private void start(Class<?> application) {
		SpringApplication spring = new SpringApplication(application);
		spring.setWebApplicationType(WebApplicationType.SERVLET);
		spring.setRegisterShutdownHook(false);
		Stream<String> properties = Stream.of("server.port=0", "platform.discovery.warm-up=false",
				"platform.login.back-channel-logout=true", "server.servlet.session.cookie.name=APPLICATION");
		this.context = spring
			.run(FailedStart.arguments(Stream.concat(properties, Stream.of(this.provider.properties())).toList()));
		this.provider.idTokens()
			.claims((claims) -> this.sessions.put(claims.get("sub").toString(), claims.get("sid").toString()));
	}

	private ConfigurableApplicationContext context() {
		assertThat(this.context).isNotNull();
		return this.context;
	}

	private Browser browser() {
		return new Browser("http://127.0.0.1:" + context().getEnvironment().getProperty("local.server.port"));
	}

	private Browser loggedIn(String user) {
		this.provider.logins().user(user);
		Browser browser = browser();
		assertThat(browser.open("/me").body()).isEqualTo(user);
		return browser;
	}

	private HttpResponse<String> endSession(String user) {
		return browser().post("/logout/connect/back-channel/platform",
				Map.of("logout_token", this.provider.idTokens().logoutToken(this.sessions.getOrDefault(user, ""))));
	}

	private static String sessionOf(Browser browser) {
		return browser.cookies().getCookieStore().getCookies().get(0).getValue();
	}

	/**
	 * An application with Boot's chain.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@RestController
	static class Application {

		@Bean
		Destroyed destroyed() {
			return new Destroyed(new CopyOnWriteArrayList<>());
		}

		@GetMapping("/me")
		String me(Authentication authentication) {
			return authentication.getName();
		}

	}

	/**
	 * Moves what a session holds to a new one when a user logs in.
	 */
	static class MigratedSessions extends Application {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.oauth2Login(Customizer.withDefaults())
				.sessionManagement((sessions) -> sessions.sessionFixation((fixation) -> fixation.migrateSession()))
				.build();
		}

	}

	/**
	 * Begins a new session when a user logs in.
	 */
	static class NewSessions extends Application {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.oauth2Login(Customizer.withDefaults())
				.requestCache((cache) -> cache.requestCache(new CookieRequestCache()))
				.sessionManagement((sessions) -> sessions.sessionFixation((fixation) -> fixation.newSession()))
				.build();
		}

	}

	/**
	 * Keeps the identifiers of destroyed sessions.
	 *
	 * @param ids the identifiers
	 */
	record Destroyed(List<String> ids) implements HttpSessionListener {

		@Override
		public void sessionDestroyed(HttpSessionEvent event) {
			this.ids.add(event.getSession().getId());
		}

	}

}
