package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.videoplatform.testing.Browser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.DisabledException;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.authentication.session.ChangeSessionIdAuthenticationStrategy;
import org.springframework.security.web.authentication.session.NullAuthenticatedSessionStrategy;
import org.springframework.security.web.authentication.session.SessionAuthenticationException;
import org.springframework.security.web.authentication.session.SessionAuthenticationStrategy;
import org.springframework.security.web.authentication.session.SessionFixationProtectionStrategy;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.RedirectServerAuthenticationSuccessHandler;
import org.springframework.security.web.server.authentication.ServerAuthenticationSuccessHandler;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;
import org.springframework.session.config.annotation.web.server.EnableSpringWebSession;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Logins that are refused although their tokens are held already, as on the servlet
 * stack, because the store does not respond or a strategy for sessions refuses.
 */
class RefusedLoginTests {

	private static final SerializedSessions SESSIONS = new SerializedSessions();

	@Tag("full")
	@Test
	void whenStoreIsDownThenNothingIsLeftOfTheLoginsWhenItIsBack() {
		try (Cluster cluster = new Cluster(Stack.SERVLET, Application.SPRING_SESSION,
				SESSIONS.repository(Stack.SERVLET), "platform.login.back-channel-logout=true")) {
			cluster.provider().logins().user("ann");
			cluster.balance(0);
			Browser browser = cluster.browser();
			cluster.store().down(true);
			assertThat(browser.open("/me").statusCode()).isEqualTo(503);
			assertThat(browser.open("/me").statusCode()).isEqualTo(503);
			assertThat(cluster.node(0).logins()).isZero();
			List<String> refused = List.copyOf(cluster.provider().issued().validRefreshTokens());
			assertThat(refused).hasSize(2);
			cluster.store().down(false);
			cluster.provider().server().awaitRequests("/revoke", 2);
			assertThat(cluster.provider().issued().validRefreshTokens()).isEmpty();
			browser.open("/me");
			LoginScenario.assertLoggedIn(browser, "ann");
			browser.submit("/logout", "/logout");
			assertThat(cluster.provider().server().awaitRequests("/revoke", 3)).hasSize(3);
			assertThat(cluster.provider().issued().validRefreshTokens()).isEmpty();
		}
	}

	@Tag("full")
	@Test
	void whenStoreIsDownThenTheLoginBeforeGoesOn() {
		try (Cluster cluster = new Cluster(Stack.SERVLET, Application.OWN_CHAIN, Map.of(),
				"platform.login.back-channel-logout=true")) {
			cluster.provider().logins().user("ann");
			cluster.balance(0);
			Browser browser = cluster.browser();
			String before = browser.open("/videos").body();
			assertThat(before).contains("\"user\":\"ann\"");
			cluster.store().down(true);
			assertThat(browser.open("/oauth2/authorization/platform").statusCode()).isEqualTo(503);
			cluster.store().down(false);
			assertThat(browser.get("/videos").body()).isEqualTo(before);
			assertThat(cluster.node(0).logins()).isOne();
		}
	}

	@Tag("full")
	@ParameterizedTest
	@ValueSource(strings = { "changeSessionId", "migrateSession", "newSession", "none" })
	void whenStrategyRefusesThenTheLoginEndsAndTheOneBeforeGoesOn(String fixation) {
		try (LoginApplication application = refusing(fixation)) {
			Browser ann = application.loggedIn("ann");
			String before = ann.get("/videos").body();
			application.bean(RefusingSessions.class).refusing.set(true);
			assertThat(ann.open("/oauth2/authorization/platform").statusCode()).isEqualTo(400);
			assertThat(application.logins()).isOne();
			assertThat(application.browser().open("/me").statusCode()).isEqualTo(400);
			application.provider().logins().user("bob");
			assertThat(application.browser().open("/me").statusCode()).isEqualTo(400);
			assertThat(application.logins()).isOne();
			assertThat(ann.get("/videos").body()).isEqualTo(before);
			assertThat(application.provider().server().awaitRequests("/revoke", 3)).hasSize(3);
			assertThat(application.provider().issued().validRefreshTokens()).hasSize(1);
		}
	}

	@Tag("full")
	@Test
	void whenStrategyRefusesAndEndsTheSessionThenNoLoginIsLeft() {
		try (LoginApplication application = refusing("invalidate")) {
			Browser ann = application.loggedIn("ann");
			LoginScenario.assertLoggedIn(ann, "ann");
			application.bean(RefusingSessions.class).refusing.set(true);
			assertThat(ann.open("/oauth2/authorization/platform").statusCode()).isEqualTo(400);
			assertThat(application.logins()).isZero();
			LoginScenario.assertLoggedOut(ann);
		}
	}

	@Tag("full")
	@ParameterizedTest
	@ValueSource(strings = { "changeSessionId", "migrateSession", "newSession", "none" })
	void whenAnotherLoginFollowsInTheSessionThenTheOneBeforeEndsAndNothingIsRevoked(String fixation) {
		try (LoginApplication application = refusing(fixation)) {
			Browser browser = application.loggedIn("ann");
			application.provider().logins().user("bob");
			browser.open("/oauth2/authorization/platform");
			assertThat(browser.get("/videos").body()).contains("\"user\":\"bob\"");
			assertThat(application.logins()).isOne();
			browser.submit("/logout", "/logout");
			assertThat(application.provider().server().awaitRequests("/revoke", 1)).hasSize(1);
			assertThat(application.provider().issued().validRefreshTokens()).hasSize(1);
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenHandlerOfSuccessRefusesThenThePageIsRightThatTheUserIsNotLoggedIn(Stack stack) {
		try (LoginApplication application = new LoginApplication(stack, Application.REFUSING_HANDLER)) {
			application.provider().logins().user("bob");
			Browser bob = application.browser();
			HttpResponse<String> page = bob.open("/me");
			LoginScenario.assertRefused(page);
			assertThat(page.body()).contains("You are not logged in by this attempt");
			LoginScenario.assertLoggedOut(bob);
			assertThat(application.logins()).isZero();
			application.provider().server().awaitRequests("/revoke", 1);
			LoginScenario.assertLoggedIn(application.loggedIn("ann"), "ann");
		}
	}

	static Stream<Arguments> failures() {
		return Stream.of(arguments(new IllegalStateException("The repository fails"), 500),
				arguments(new AuthenticationServiceException("The repository fails"), 400));
	}

	@Tag("full")
	@ParameterizedTest
	@MethodSource("failures")
	@ExtendWith(OutputCaptureExtension.class)
	void whenContextIsNotSavedThenTheLoginEndsAndTheOneBeforeGoesOn(RuntimeException failure, int status,
			CapturedOutput output) {
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.REFUSING_SESSIONS)) {
			AtomicReference<RuntimeException> failures = application.bean(FailingContexts.class).failure;
			Browser ann = application.loggedIn("ann");
			String before = ann.get("/videos").body();
			failures.set(failure);
			assertThat(ann.open("/oauth2/authorization/platform").statusCode()).isEqualTo(status);
			application.provider().logins().user("bob");
			assertThat(application.browser().open("/me").statusCode()).isEqualTo(status);
			failures.set(null);
			assertThat(application.logins()).isOne();
			assertThat(ann.get("/videos").body()).isEqualTo(before);
			Browser bob = application.browser();
			bob.open("/me");
			LoginScenario.assertLoggedIn(bob, "bob");
		}
		assertThat(output).doesNotContain("code=", "state=");
		if (status == HttpStatus.INTERNAL_SERVER_ERROR.value()) {
			assertThat(output).contains(failure.toString(), "HTTP GET \"/login/oauth2/code/platform\"");
		}
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void whenApplicationFailsBehindProxyThenNoCodeIsLogged(CapturedOutput output) {
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.REFUSING_SESSIONS,
				"server.forward-headers-strategy=framework")) {
			Browser browser = application.browser();
			String callback = LoginScenario.callback(browser);
			application.bean(FailingContexts.class).failure.set(new IllegalStateException("The repository fails"));
			assertThat(browser.get(callback, "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(500);
		}
		assertThat(output).doesNotContain("code=", "state=")
			.contains("The repository fails", "HTTP GET \"/login/oauth2/code/platform\"");
	}

	@Tag("full")
	@Test
	void whenResponseIsNotCommittedThenTheLoginEnds() {
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.FAILING_COMMITS,
				LoginApplication.testPlatform(), SESSIONS.repository(Stack.REACTIVE))) {
			Browser browser = application.browser();
			String callback = LoginScenario.callback(browser);
			application.bean(FailingCommits.class).failing.set(true);
			assertThat(browser.get(callback).statusCode()).isEqualTo(500);
			application.bean(FailingCommits.class).failing.set(false);
			assertThat(application.logins()).isZero();
			assertThat(application.provider().server().awaitRequests("/revoke", 1)).hasSize(1);
			LoginScenario.assertLoggedOut(browser);
		}
	}

	private static LoginApplication refusing(String fixation) {
		return new LoginApplication(Stack.SERVLET, Application.REFUSING_SESSIONS, "test.fixation=" + fixation);
	}

	private static void refuseBob(Authentication authentication) {
		if (authentication.getName().equals("bob")) {
			throw new DisabledException("bob has no videos");
		}
	}

	/**
	 * With a strategy that refuses logins when a test says so.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class RefusingSessions {

		final AtomicBoolean refusing = new AtomicBoolean();

		@Bean
		SecurityFilterChain chain(HttpSecurity http, @Value("${test.fixation}") String fixation) {
			return http
				.authorizeHttpRequests(
						(requests) -> requests.requestMatchers("/public/**").permitAll().anyRequest().authenticated())
				.oauth2Login(Customizer.withDefaults())
				.sessionManagement(
						(sessions) -> sessions.sessionAuthenticationStrategy((authentication, request, response) -> {
							strategy(fixation).onAuthentication(authentication, request, response);
							refuse();
						}))
				.build();
		}

		private void refuse() {
			if (this.refusing.get()) {
				throw new SessionAuthenticationException("There are too many sessions");
			}
		}

		private static SessionAuthenticationStrategy strategy(String fixation) {
			SessionFixationProtectionStrategy replacing = new SessionFixationProtectionStrategy();
			replacing.setMigrateSessionAttributes(fixation.equals("migrateSession"));
			return switch (fixation) {
				case "migrateSession", "newSession" -> replacing;
				case "invalidate" -> (authentication, request, response) -> request.getSession().invalidate();
				case "none" -> new NullAuthenticatedSessionStrategy();
				default -> new ChangeSessionIdAuthenticationStrategy();
			};
		}

	}

	/**
	 * With a handler of successful logins that refuses a user.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ServletPages.class)
	static class RefusingHandler {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			AuthenticationSuccessHandler others = new SavedRequestAwareAuthenticationSuccessHandler();
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.oauth2Login((login) -> login.successHandler((request, response, authentication) -> {
					refuseBob(authentication);
					others.onAuthenticationSuccess(request, response, authentication);
				}))
				.build();
		}

	}

	/**
	 * With a handler of successful logins that refuses a user.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class ReactiveRefusingHandler {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			ServerAuthenticationSuccessHandler others = new RedirectServerAuthenticationSuccessHandler();
			return http.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.oauth2Login(
						(login) -> login.authenticationSuccessHandler((exchange, authentication) -> Mono.defer(() -> {
							refuseBob(authentication);
							return others.onAuthenticationSuccess(exchange, authentication);
						})))
				.build();
		}

	}

	/**
	 * With a repository of security contexts that fails when a test says so.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class FailingContexts {

		final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

		@Bean
		@Order(Ordered.HIGHEST_PRECEDENCE)
		WebFilter requestFilter() {
			return (exchange, chain) -> chain
				.filter(exchange.mutate().request((request) -> request.header("X-Filtered", "yes")).build());
		}

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return http
				.authorizeExchange(
						(requests) -> requests.pathMatchers("/public/**").permitAll().anyExchange().authenticated())
				.oauth2Login((login) -> login.securityContextRepository(new Contexts(this.failure)))
				.build();
		}

	}

	/**
	 * With a filter whose responses are not committed when a test says so.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableSpringWebSession
	@Import(ReactiveChains.Own.class)
	static class FailingCommits {

		final AtomicBoolean failing = new AtomicBoolean();

		@Bean
		@Order(Ordered.HIGHEST_PRECEDENCE + 1)
		WebFilter commitFilter() {
			return (exchange, chain) -> {
				exchange.getResponse()
					.beforeCommit(() -> this.failing.get()
							? Mono.error(new IllegalStateException("The response is not committed")) : Mono.empty());
				return chain.filter(exchange);
			};
		}

	}

	private static final class Contexts extends WebSessionServerSecurityContextRepository {

		private final AtomicReference<@Nullable RuntimeException> failure;

		Contexts(AtomicReference<@Nullable RuntimeException> failure) {
			this.failure = failure;
		}

		@Override
		public Mono<Void> save(ServerWebExchange exchange, @Nullable SecurityContext context) {
			RuntimeException failure = this.failure.get();
			return (failure != null) ? Mono.error(failure) : super.save(exchange, context);
		}

	}

}
