package io.videoplatform.internal.login.scenarios;

import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Hooks;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whose token a call carries behind a publisher that the requests of several users share,
 * when all of them go on on the thread of one.
 */
class WhoseCallTests extends LoginScenario {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Set<String> REACTIVE = Set.of("mono", "publish-on", "subscribe-on");

	@AfterEach
	void disableContextPropagation() {
		Hooks.disableAutomaticContextPropagation();
	}

	@ParameterizedTest
	@CsvSource({ "block, cache", "mono, sink", "future, completed", "async, share", "callable, sink",
			"publish-on, completed", "subscribe-on, cache" })
	void whenPublisherIsSharedThenEachUserHasItsOwnToken(String way, String kind) {
		if (isThere(way)) {
			assertOwnTokens(application(), way, kind);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "block", "publish-on" })
	void whenContextIsPropagatedThenEachUserHasItsOwnToken(String way) {
		if (isThere(way)) {
			LoginApplication application = propagating();
			assertOwnTokens(application, way, "cache");
			assertOwnTokens(application, way, "sink");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "share", "completed" })
	void whenContextIsPropagatedThenChainThatIsBegunWithinAnotherHasTheUsersOwnToken(String kind) {
		assertOwnTokens(propagating(), "block", kind);
	}

	@Test
	void whenSubscriberIsNotKnownThenNobodysTokenIsUsed() {
		if (this.stack == Stack.SERVLET) {
			Browser ann = application().loggedIn("ann");
			Browser carl = application().loggedIn("carl");
			String round = UUID.randomUUID().toString();
			CompletableFuture<String> response = get(ann, "/shared/stream/sink/" + round);
			awaitWaiting(application(), round, 1);
			carl.get("/shared/complete/" + round);
			assertThat(response.join()).doesNotContain("\"user\"");
			assertThat(ann.get("/shared/stream").body()).contains("\"user\":\"ann\"");
		}
	}

	@ParameterizedTest
	@CsvSource({ "nested, sink", "then-apply, completed", "then-apply-async, completed" })
	void whenCallIsBegunWithinASharedSourceThenNoOtherUsersTokenIsUsed(String way, String kind) {
		if (this.stack == Stack.SERVLET) {
			Browser ann = application().loggedIn("ann");
			Browser bob = application().loggedIn("bob");
			Browser carl = application().loggedIn("carl");
			String round = UUID.randomUUID().toString();
			String path = "/shared/%s/%s/%s".formatted(way, kind, round);
			CompletableFuture<String> first = get(ann, path);
			awaitWaiting(application(), round, 1);
			CompletableFuture<String> second = get(bob, path);
			awaitWaiting(application(), round, 2);
			carl.get("/shared/complete/" + round);
			assertThat(first.join()).doesNotContain("bob", "carl");
			assertThat(second.join()).doesNotContain("\"ann\"", "carl");
			if (way.equals("nested")) {
				// What is there already is served on the caller's own thread
				assertThat(bob.get(path).body()).contains("\"user\":\"bob\"");
			}
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenAnotherUserLogsInInTheBrowserMeanwhileThenTheirTokenIsNotUsed(boolean logout) {
		assertNotTheNextUsersToken(application(), "mono", "sink", logout);
	}

	@ParameterizedTest
	@CsvSource({ "block, cache, true", "block, sink, false", "publish-on, sink, false" })
	void whenContextIsPropagatedAndAnotherUserLogsInInTheBrowserThenTheirTokenIsNotUsed(String way, String kind,
			boolean logout) {
		if (isThere(way) || way.equals("block")) {
			assertNotTheNextUsersToken(propagating(), way, kind, logout);
		}
	}

	@Test
	void whenCallIsBegunWithinTheCallersOwnChainThenItsTokenIsUsed() {
		if (this.stack == Stack.SERVLET) {
			assertThat(application().loggedIn("ann").get("/own/nested").body()).contains("\"user\":\"ann\"");
		}
	}

	/**
	 * Start an application whose chains hand their context over to threads and back.
	 */
	private LoginApplication propagating() {
		LoginApplication application = running(Application.OWN_CHAIN, "spring.reactor.context-propagation=auto");
		// For all of the JVM, and an application enables it at its start only
		Hooks.enableAutomaticContextPropagation();
		return application;
	}

	private boolean isThere(String way) {
		return this.stack == Stack.SERVLET || REACTIVE.contains(way);
	}

	private static void assertOwnTokens(LoginApplication application, String way, String kind) {
		Browser ann = application.loggedIn("ann");
		Browser bob = application.loggedIn("bob");
		Browser carl = application.loggedIn("carl");
		String round = UUID.randomUUID().toString();
		String path = "/shared/%s/%s/%s".formatted(way, kind, round);
		CompletableFuture<String> first = get(ann, path);
		awaitWaiting(application, round, 1);
		CompletableFuture<String> second = get(bob, path);
		awaitWaiting(application, round, 2);
		assertThat(carl.get("/shared/complete/" + round).body()).isEqualTo("completed");
		assertThat(first.join()).contains("\"user\":\"ann\"").doesNotContain("bob", "carl");
		assertThat(second.join()).contains("\"user\":\"bob\"").doesNotContain("ann", "carl");
	}

	private static void assertNotTheNextUsersToken(LoginApplication application, String way, String kind,
			boolean logout) {
		Browser browser = application.loggedIn("ann");
		Browser carl = application.loggedIn("carl");
		String round = UUID.randomUUID().toString();
		CompletableFuture<String> anns = get(browser, "/shared/%s/%s/%s".formatted(way, kind, round));
		awaitWaiting(application, round, 1);
		if (logout) {
			browser.submit("/logout", "/logout");
		}
		application.provider().logins().user("bob");
		browser.open("/oauth2/authorization/platform");
		assertThat(browser.get("/videos").body()).contains("\"user\":\"bob\"");
		carl.get("/shared/complete/" + round);
		assertThat(anns.join()).doesNotContain("\"user\"");
	}

	private static CompletableFuture<String> get(Browser browser, String path) {
		return CompletableFuture.supplyAsync(() -> browser.get(path).body(), (task) -> new Thread(task).start())
			.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS);
	}

	private static void awaitWaiting(LoginApplication application, String round, int number) {
		application.bean(SharedWork.class).awaitWaiting(round, number);
	}

}
