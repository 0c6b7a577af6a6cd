package io.videoplatform.token;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Scheduler;

/**
 * One acquisition of tokens that any number of callers await. None of them can cancel it,
 * and each is released by a task of its own.
 */
final class TokenFlight {

	private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

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
		this.outcome.complete(new Outcome(token, null));
	}

	void fail(Throwable ex) {
		this.outcome.complete(new Outcome(null, ex));
	}

	/**
	 * Await the outcome. To a caller that has left, a failure is not even told: Reactor
	 * would log each one as dropped, with its stack trace.
	 * @param patience how long to wait for it
	 * @param scheduler the threads that callers are released on
	 */
	Mono<AccessToken> await(Duration patience, Scheduler scheduler) {
		return Mono.fromFuture(() -> this.outcome.thenApplyAsync(Function.identity(), scheduler::schedule), true)
			.timeout(patience, scheduler)
			.handle(Outcome::tell);
	}

	/**
	 * How a flight ended.
	 *
	 * @param token what it brought
	 * @param failure why it brought nothing
	 */
	private record Outcome(@Nullable AccessToken token, @Nullable Throwable failure) {

		void tell(SynchronousSink<AccessToken> caller) {
			if (this.token != null) {
				caller.next(this.token);
			}
			else if (this.failure != null) {
				caller.error(this.failure);
			}
		}

	}

}
