package io.videoplatform.internal.login.scenarios;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.testing.Browser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.session.InMemoryReactiveSessionRegistry;
import org.springframework.security.core.session.ReactiveSessionRegistry;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.SessionLimit;
import org.springframework.security.web.server.context.ServerSecurityContextRepository;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;
import org.springframework.session.config.annotation.web.server.EnableSpringWebSession;
import org.springframework.web.server.ServerWebExchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sessions of reactive applications, which tell nobody that they end.
 */
@Tag("full")
class ReactiveSessionTests {

	@Test
	void whenUserLogsOutAtOneOfTwoChainsThenOneLoginIsRevokedAndTheOtherGoesOn() {
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.TWO_CONTEXTS,
				"platform.clients.second.grant-type=authorization_code")) {
			Browser browser = application.browser();
			browser.open("/oauth2/authorization/platform");
			browser.open("/oauth2/authorization/platform-second");
			assertThat(application.provider().issued().validRefreshTokens()).hasSize(2);
			browser.post("/logout", Map.of());
			assertThat(application.logins()).isZero();
			assertThat(application.provider().server().awaitRequests("/revoke", 1)).hasSize(1);
			assertThat(browser.get("/second").body()).contains("\"ann\"");
		}
	}

	@Test
	void whenNoSessionHoldsTheLoginThenLogoutEndsIt() {
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.OWN_CONTEXTS)) {
			Browser browser = application.loggedIn();
			assertThat(browser.get("/videos").body()).contains("\"ann\"");
			browser.post("/logout", Map.of());
			assertThat(application.logins()).isZero();
			assertThat(application.provider().server().awaitRequests("/revoke", 1)).hasSize(1);
			LoginScenario.assertLoggedOut(browser);
		}
	}

	@Test
	void whenSessionsAreLimitedThenApplicationStartsWithSpringSession() {
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.LIMITED_SESSIONS,
				LoginApplication.testPlatform(), new SerializedSessions().repository(Stack.REACTIVE))) {
			LoginScenario.assertLoggedIn(application.loggedIn(), "ann");
		}
	}

	/**
	 * With a filter chain for each of two clients, in which each has a security context
	 * of its own.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class TwoContexts {

		@Bean
		@Order(1)
		SecurityWebFilterChain first(ServerHttpSecurity http) {
			return http
				.securityMatcher(ServerWebExchangeMatchers.pathMatchers("/oauth2/authorization/platform",
						"/login/oauth2/code/platform", "/logout"))
				.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.csrf((csrf) -> csrf.disable())
				.oauth2Login(Customizer.withDefaults())
				.build();
		}

		@Bean
		SecurityWebFilterChain second(ServerHttpSecurity http) {
			WebSessionServerSecurityContextRepository contexts = new WebSessionServerSecurityContextRepository();
			contexts.setSpringSecurityContextAttrName("second");
			return http.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.securityContextRepository(contexts)
				.oauth2Login((login) -> login.securityContextRepository(contexts))
				.build();
		}

	}

	/**
	 * With a limit of the sessions of a user.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableSpringWebSession
	@Import(ReactivePages.class)
	static class LimitedSessions {

		@Bean
		ReactiveSessionRegistry sessions() {
			return new InMemoryReactiveSessionRegistry();
		}

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return http.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.sessionManagement((sessions) -> sessions
					.concurrentSessions((concurrent) -> concurrent.maximumSessions(SessionLimit.of(1))))
				.oauth2Login(Customizer.withDefaults())
				.build();
		}

	}

	/**
	 * With a repository of security contexts that the session does not hold.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ReactivePages.class)
	static class OwnContexts {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			Contexts contexts = new Contexts();
			return http.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.csrf((csrf) -> csrf.disable())
				.securityContextRepository(contexts)
				.oauth2Login((login) -> login.securityContextRepository(contexts))
				.build();
		}

	}

	private static final class Contexts implements ServerSecurityContextRepository {

		private final Map<String, SecurityContext> held = new ConcurrentHashMap<>();

		@Override
		public Mono<Void> save(ServerWebExchange exchange, @Nullable SecurityContext context) {
			return exchange.getSession().doOnNext((session) -> {
				if (context != null) {
					this.held.put(session.getId(), context);
				}
				else {
					this.held.remove(session.getId());
				}
			}).then();
		}

		@Override
		public Mono<SecurityContext> load(ServerWebExchange exchange) {
			return exchange.getSession().mapNotNull((session) -> this.held.get(session.getId()));
		}

	}

}
