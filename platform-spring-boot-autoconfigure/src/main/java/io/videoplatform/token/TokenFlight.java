package io.videoplatform.token;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Ticker;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * One acquisition of tokens that any number of callers await. None of them can cancel it,
 * and each is released by a task of its own.
 */
final class TokenFlight {

	private final CompletableFuture<AccessToken> outcome = new CompletableFuture<>();

	private final long startedAt;

	private final Ticker ticker;

	private final long startedNanos;

	TokenFlight(long startedAt, Ticker ticker) {
		this.startedAt = startedAt;
		this.ticker = ticker;
		this.startedNanos = ticker.read();
	}

	/**
	 * When the flight started, in milliseconds of the engine's clock.
	 */
	long startedAt() {
		return this.startedAt;
	}

	/**
	 * How long it has taken in real time, as callers feel it.
	 */
	long tookMillis() {
		return Duration.ofNanos(this.ticker.read() - this.startedNanos).toMillis();
	}

	void succeed(AccessToken token) {
		this.outcome.complete(token);
	}

	void fail(Throwable ex) {
		this.outcome.completeExceptionally(ex);
	}

	Mono<AccessToken> await(Scheduler scheduler) {
		return Mono.fromFuture(() -> this.outcome.thenApplyAsync(Function.identity(), scheduler::schedule), true);
	}

}
