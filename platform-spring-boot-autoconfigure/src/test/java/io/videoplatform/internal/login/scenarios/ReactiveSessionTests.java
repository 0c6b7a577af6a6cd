package io.videoplatform.internal.login.scenarios;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.Gates;
import io.videoplatform.internal.login.LoginSessionRegistry;
import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.mock.web.server.MockWebSession;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.DefaultWebSessionManager;
import org.springframework.web.server.session.InMemoryWebSessionStore;
import org.springframework.web.server.session.WebSessionManager;
import org.springframework.web.server.session.WebSessionStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sessions of reactive applications, which tell nobody that they end.
 */
class ReactiveSessionTests {

	@ParameterizedTest
	@EnumSource(value = Application.class, names = { "KEEPING_SESSIONS", "EARLY_INVALIDATION" })
	void whenSessionIsInvalidatedThenItsLoginEnds(Application kind) {
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, kind)) {
			Browser browser = application.loggedIn();
			assertThat(application.logins()).isEqualTo(1);
			if (kind == Application.EARLY_INVALIDATION) {
				browser.get("/public/hello?invalidate");
			}
			else {
				browser.submit("/logout", "/logout");
			}
			assertThat(application.logins()).isZero();
			assertThat(browser.get("/me").statusCode()).isEqualTo(302);
		}
	}

	@Test
	void whenSessionExpiresThenItsLoginEnds() {
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.OWN_CHAIN,
				"platform.login.back-channel-logout=true")) {
			Browser browser = application.browser();
			browser.get(LoginScenario.callback(browser));
			assertThat(application.logins()).isEqualTo(1);
			DefaultWebSessionManager manager = (DefaultWebSessionManager) application.bean(WebSessionManager.class);
			// The store removes what has expired by then
			((InMemoryWebSessionStore) manager.getSessionStore())
				.setClock(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(31)));
			Gates.until(() -> application.bean(LoginSessionRegistry.class).count() == 0);
			assertThat(application.logins()).isZero();
			assertThat(application.provider().server().awaitRequests("/revoke", 1)).hasSize(1);
			LoginScenario.assertLoggedOut(browser);
		}
	}

	/**
	 * With sessions that keep their attributes when they are invalidated, as those of
	 * Spring Session do.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ReactiveChains.OwnLogout.class)
	static class KeepingSessions {

		@Bean
		WebSessionManager webSessionManager() {
			DefaultWebSessionManager manager = new DefaultWebSessionManager();
			manager.setSessionStore(new KeepingStore());
			return manager;
		}

	}

	/**
	 * With a filter before Spring Security's that invalidates sessions.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(ReactiveChains.Own.class)
	static class EarlyInvalidation {

		@Bean
		@Order(Ordered.HIGHEST_PRECEDENCE + 1)
		WebFilter invalidating() {
			return (exchange, chain) -> exchange.getSession()
				.flatMap((session) -> exchange.getRequest().getQueryParams().containsKey("invalidate")
						? session.invalidate() : Mono.empty())
				.then(chain.filter(exchange));
		}

	}

	private static final class KeepingStore implements WebSessionStore {

		private final Map<String, WebSession> sessions = new ConcurrentHashMap<>();

		@Override
		public Mono<WebSession> createWebSession() {
			// The constructor of the mock blocks
			return Mono.<WebSession>fromSupplier(() -> new KeepingSession(this.sessions))
				.subscribeOn(Schedulers.boundedElastic());
		}

		@Override
		public Mono<WebSession> retrieveSession(String sessionId) {
			return Mono.justOrEmpty(this.sessions.get(sessionId));
		}

		@Override
		public Mono<Void> removeSession(String sessionId) {
			return Mono.fromRunnable(() -> this.sessions.remove(sessionId));
		}

		@Override
		public Mono<WebSession> updateLastAccessTime(WebSession session) {
			return Mono.just(session);
		}

	}

	private static final class KeepingSession extends MockWebSession {

		private final Map<String, WebSession> sessions;

		KeepingSession(Map<String, WebSession> sessions) {
			this.sessions = sessions;
		}

		@Override
		public Mono<Void> changeSessionId() {
			return Mono.defer(() -> {
				this.sessions.remove(getId());
				return super.changeSessionId();
			}).subscribeOn(Schedulers.boundedElastic());
		}

		@Override
		public Mono<Void> save() {
			return Mono.fromRunnable(() -> this.sessions.put(getId(), this));
		}

		@Override
		public Mono<Void> invalidate() {
			return Mono.fromRunnable(() -> this.sessions.remove(getId()));
		}

	}

}
