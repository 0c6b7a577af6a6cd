package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.testing.Browser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.Ordered;
import org.springframework.session.MapSession;
import org.springframework.session.ReactiveMapSessionRepository;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.UriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins that overlap in one browser, and logins whose session cannot be saved.
 */
@Tag("full")
@ExtendWith(OutputCaptureExtension.class)
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

	@ParameterizedTest
	@EnumSource
	void whenSessionOfLoginFailsThenNoLoginIsLeftAndLogHasNoCode(SessionFailure failure, CapturedOutput output) {
		FailingSessions sessions = new FailingSessions();
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.SPRING_SESSION,
				LoginApplication.testPlatform(), Map.of("sessionRepository", sessions))) {
			application.provider().logins().user("ann");
			Browser browser = application.browser();
			String callback = LoginScenario.callback(browser);
			sessions.failure = failure;
			HttpResponse<String> response = browser.get(callback);
			sessions.failure = null;
			assertThat(response.statusCode()).isEqualTo(503);
			assertThat(response.headers().firstValue("Retry-After")).isPresent();
			assertThat(response.body()).contains("This application cannot store your login",
					"/oauth2/authorization/platform");
			assertThat(output).containsOnlyOnce("[session_store]")
				.contains("The repository fails")
				.doesNotContain(UriComponentsBuilder.fromUriString(callback).build().getQueryParams().getFirst("code"),
						"state=");
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

	private enum SessionFailure {

		READ, SAVE

	}

	private static final class FailingSessions extends ReactiveMapSessionRepository {

		private volatile @Nullable SessionFailure failure;

		FailingSessions() {
			super(new SerializedSessions());
		}

		@Override
		public Mono<MapSession> findById(String id) {
			return (this.failure == SessionFailure.READ) ? Mono.error(failure()) : super.findById(id);
		}

		@Override
		public Mono<Void> save(MapSession session) {
			return (this.failure == SessionFailure.SAVE && session.getAttribute("SPRING_SECURITY_CONTEXT") != null)
					? Mono.error(failure()) : super.save(session);
		}

		private static IllegalStateException failure() {
			return new IllegalStateException("The repository fails");
		}

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
