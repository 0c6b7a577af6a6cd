package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.core.Ordered;
import org.springframework.session.MapSession;
import org.springframework.session.ReactiveMapSessionRepository;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins that overlap in one browser, and logins whose session cannot be saved.
 */
class OverlappingLoginTests {

	@ParameterizedTest
	@EnumSource(Stack.class)
	void whenTwoTabsLogInAtOnceThenLogoutEndsBoth(Stack stack) {
		try (LoginApplication application = new LoginApplication(stack, Application.OWN_CHAIN)) {
			application.provider().logins().user("ann");
			Browser browser = application.browser();
			Sinks.Empty<Void> first = Sinks.empty();
			Sinks.Empty<Void> second = Sinks.empty();
			CompletableFuture<HttpResponse<String>> tab1 = logIn(application, browser, first, 1);
			CompletableFuture<HttpResponse<String>> tab2 = logIn(application, browser, second, 2);
			first.tryEmitEmpty();
			tab1.join();
			second.tryEmitEmpty();
			tab2.join();
			LoginScenario.assertLoggedIn(browser, "ann");
			assertThat(application.logins()).isOne();
			browser.submit("/logout", "/logout");
			LoginScenario.assertLoggedOut(browser);
			assertThat(application.logins()).isZero();
		}
	}

	@Test
	void whenResponseToFirstLoginGoesOutAfterTheSecondThenOneIsLeft() {
		CompletableFuture<Void> loggedIn = new CompletableFuture<>();
		Sinks.Empty<Void> response = Sinks.empty();
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.OWN_CHAIN,
				LoginApplication.testPlatform(), Map.of("slowResponse", new SlowResponse(loggedIn, response)))) {
			application.provider().logins().user("ann");
			Browser browser = application.browser();
			Sinks.Empty<Void> first = Sinks.empty();
			Sinks.Empty<Void> second = Sinks.empty();
			CompletableFuture<HttpResponse<String>> tab1 = logIn(application, browser, first, 1);
			CompletableFuture<HttpResponse<String>> tab2 = logIn(application, browser, second, 2);
			first.tryEmitEmpty();
			loggedIn.join();
			second.tryEmitEmpty();
			tab2.join();
			response.tryEmitEmpty();
			tab1.join();
			assertThat(application.logins()).isOne();
		}
	}

	@Test
	void whenSessionOfLoginCannotBeSavedThenNoLoginIsLeft() {
		AtomicBoolean failing = new AtomicBoolean();
		Map<String, Object> repository = Map.of("sessionRepository",
				new ReactiveMapSessionRepository(new SerializedSessions()) {

					@Override
					public Mono<Void> save(MapSession session) {
						return (failing.get() && session.getAttribute("SPRING_SECURITY_CONTEXT") != null)
								? Mono.error(new IllegalStateException("The repository fails")) : super.save(session);
					}

				});
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.SPRING_SESSION,
				LoginApplication.testPlatform(), repository)) {
			application.provider().logins().user("ann");
			Browser browser = application.browser();
			String callback = LoginScenario.callback(browser);
			failing.set(true);
			browser.get(callback);
			failing.set(false);
			LoginScenario.assertLoggedOut(browser);
			assertThat(application.logins()).isZero();
			browser.open("/me");
			LoginScenario.assertLoggedIn(browser, "ann");
			assertThat(application.logins()).isOne();
		}
	}

	private static CompletableFuture<HttpResponse<String>> logIn(LoginApplication application, Browser browser,
			Sinks.Empty<Void> tokenResponse, int requests) {
		String callback = LoginScenario.callback(browser);
		application.provider().server().hold("/token", tokenResponse.asMono());
		CompletableFuture<HttpResponse<String>> tab = CompletableFuture.supplyAsync(() -> browser.get(callback));
		application.provider().server().awaitRequests("/token", requests);
		return tab;
	}

	/**
	 * Holds the response to the first login.
	 *
	 * @param loggedIn completes when there is one
	 * @param response lets it go out
	 */
	private record SlowResponse(CompletableFuture<Void> loggedIn,
			Sinks.Empty<Void> response) implements WebFilter, Ordered {

		private static final int BEFORE_SECURITY = -101;

		@Override
		public int getOrder() {
			return BEFORE_SECURITY;
		}

		@Override
		public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
			boolean callback = exchange.getRequest().getQueryParams().containsKey("code");
			return chain.filter(exchange)
				.then(Mono
					.defer(() -> (callback && this.loggedIn.complete(null)) ? this.response.asMono() : Mono.empty()));
		}

	}

}
