package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.token.endpoint.TokenRequestException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The password grants for one account of a provider, of all clients of the application
 * that use it: one at a time, since a provider may take logins at the same moment for an
 * attack, and paced after refusals. {@code invalid_grant} is ambiguous for a password: it
 * may be wrong, the account locked, or another instance logging in at the same moment. So
 * it is tried three times, each after more than the second within which two wrong logins
 * lock an account, spread so that instances do not meet again; then once in five minutes
 * until it works.
 */
final class PasswordAttempts {

	/**
	 * The time between probes when there is little hope.
	 */
	static final Duration SLOW_PROBE = Duration.ofMinutes(5);

	private static final int ATTEMPTS = 3;

	private static final long PAUSE = 1_100;

	private static final long SPREAD = 2_000;

	/**
	 * The longest pause but that of the slow probe.
	 */
	static final Duration LONGEST_PAUSE = Duration.ofMillis(PAUSE + (SPREAD << (ATTEMPTS - 2)));

	private final Clock clock;

	private final RandomGenerator random;

	private CompletableFuture<Void> turns = CompletableFuture.completedFuture(null);

	private int refusals;

	private @Nullable TokenRequestException refusal;

	private long refusedAt;

	private Duration pause = Duration.ZERO;

	PasswordAttempts(Clock clock, RandomGenerator random) {
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Log in when all those have ended that came before.
	 */
	<T> Mono<T> inTurn(Mono<T> login, Scheduler scheduler) {
		return Mono.usingWhen(Mono.fromSupplier(this::queue), (turn) -> turn.begin(scheduler).then(login),
				(turn) -> Mono.fromRunnable(turn::end));
	}

	private synchronized Turn queue() {
		Turn turn = new Turn(this.turns, new CompletableFuture<>());
		this.turns = CompletableFuture.allOf(turn.before, turn.ended);
		return turn;
	}

	/**
	 * Log in once, for a call or for a check, and count the outcome.
	 * @return what the login brings; fails with the last refusal while the pause is
	 * longer
	 */
	<T> Mono<T> attempt(Mono<T> login, Duration patience, Function<Duration, Mono<?>> waiting) {
		return Mono.defer(() -> waiting.apply(untilNext(patience)))
			.then(login.doOnNext((granted) -> accepted())
				.onErrorMap(TokenRequestException.class,
						(ex) -> TokenRequestException.refusesGrant(ex) ? refused(ex) : ex));
	}

	private synchronized Duration untilNext(Duration patience) {
		TokenRequestException last = this.refusal;
		Duration left = (last != null) ? left() : Duration.ZERO;
		if (last != null && left.compareTo(patience) > 0) {
			throw last.notRepeated(left);
		}
		return left;
	}

	private Duration left() {
		Duration left = this.pause.minusMillis(this.clock.millis() - this.refusedAt);
		return left.isNegative() ? Duration.ZERO : left;
	}

	private synchronized TokenRequestException refused(TokenRequestException ex) {
		this.refusals++;
		this.refusal = ex;
		this.refusedAt = this.clock.millis();
		this.pause = pause(this.refusals, this.random);
		return ex.pausing(this.pause);
	}

	private synchronized void accepted() {
		this.refusals = 0;
		this.refusal = null;
	}

	/**
	 * How long no request is sent after a number of refusals in a row.
	 */
	static Duration pause(int refusals, RandomGenerator random) {
		return (refusals >= ATTEMPTS) ? SLOW_PROBE
				: Duration.ofMillis(PAUSE + Math.round(random.nextDouble() * (SPREAD << (refusals - 1))));
	}

	/**
	 * Whether the last refusal was the first, which the flight itself waits out: most
	 * likely another instance was logging in.
	 */
	synchronized boolean isFirst() {
		return this.refusals == 1;
	}

	/**
	 * A login's place among those for the same account.
	 *
	 * @param before completes when those before it have ended
	 * @param ended completes when it has ended itself
	 */
	private record Turn(CompletableFuture<Void> before, CompletableFuture<Void> ended) {

		Mono<Void> begin(Scheduler scheduler) {
			return this.before.isDone() ? Mono.empty() : Mono.fromFuture(this.before, true).publishOn(scheduler);
		}

		void end() {
			this.ended.complete(null);
		}

	}

}
