package io.videoplatform.benchmarks.load;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.videoplatform.benchmarks.load.Outcomes.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A user who does one thing after another, at random, and waits for each response.
 */
final class MixedUser {

	private static final List<String> PATHS = List.of("/plain", "/cached", "/sink", "/hot", "/future");

	private static final int LONGEST_PAUSE = 500;

	private final UserAgent agent;

	private final Outcomes outcomes;

	private final Random random;

	private volatile boolean loggedIn = true;

	MixedUser(UserAgent agent, Outcomes outcomes, Random random) {
		this.agent = agent;
		this.outcomes = outcomes;
		this.random = random;
	}

	CompletableFuture<Void> actUntil(Instant end) {
		if (!Instant.now().isBefore(end)) {
			return CompletableFuture.completedFuture(null);
		}
		return act().thenComposeAsync((done) -> actUntil(end),
				CompletableFuture.delayedExecutor(this.random.nextInt(LONGEST_PAUSE), TimeUnit.MILLISECONDS));
	}

	private CompletableFuture<?> act() {
		int drawn = this.random.nextInt(1_000);
		if (drawn < 5) {
			return login();
		}
		if (drawn < 8) {
			this.loggedIn = false;
			return this.agent.logout().handle((done, failure) -> login()).thenCompose((next) -> next);
		}
		return this.agent.get(PATHS.get(drawn % PATHS.size())).handle(this::judge).thenCompose((next) -> next);
	}

	/**
	 * A login fails while the provider cannot be reached, and is tried again.
	 */
	private CompletableFuture<?> login() {
		return this.agent.login().handle((done, failure) -> {
			this.loggedIn |= failure == null;
			return failure;
		});
	}

	private CompletableFuture<?> judge(@Nullable HttpResponse<String> response, @Nullable Throwable failure) {
		Kind kind = (response != null) ? kind(response) : Kind.NO_RESPONSE;
		if (kind == Kind.LOGGED_OUT && !this.loggedIn) {
			return login();
		}
		this.loggedIn &= kind != Kind.LOGGED_OUT;
		this.outcomes.add(kind,
				(response != null) ? response.statusCode() + " " + response.body() : String.valueOf(failure));
		return (kind == Kind.LOGGED_OUT) ? login() : CompletableFuture.completedFuture(null);
	}

	private static Kind kind(HttpResponse<String> response) {
		return switch (response.statusCode()) {
			case 200 -> response.body().equals("true") ? Kind.OWN_USER : Kind.ANOTHER_USER;
			case 401, 302 -> Kind.LOGGED_OUT;
			case 502 -> Kind.REFUSED_BY_API;
			case 503 -> response.body().startsWith("retryable") ? Kind.NO_TOKEN_NOW : Kind.OTHER;
			default -> Kind.OTHER;
		};
	}

}
