package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a document at a moment, beside the cache, and the decision what a
 * caller receives then.
 *
 * @param <T> the type of the document
 * @param requests the loads so far
 * @param last the document that was read last, for use while loads fail
 * @param failure the last load, if it failed
 * @param flight the load that goes on
 * @param earned when the last permit of a forced load that was taken is earned, were they
 * earned one by one: a token bucket
 */
record DocumentState<T>(long requests, @Nullable DocumentEntry<T> last, @Nullable FailedAttempt failure,
		@Nullable CompletableFuture<T> flight, Instant earned) {

	/**
	 * Five forced loads at once, so that the very next login sees a rotation of keys, and
	 * then one in five seconds, so that forged tokens cannot cause a storm of requests.
	 */
	private static final Duration INTERVAL = Duration.ofSeconds(5);

	private static final int BURST = 5;

	/**
	 * Return whether a caller starts a load, given what it may use meanwhile. A document
	 * is served stale only after a failure: a load that HTTP requires comes first.
	 */
	boolean isLoadDue(@Nullable DocumentEntry<T> usable, Instant now) {
		return this.flight == null && (this.failure == null || !now.isBefore(this.failure.nextAttempt()))
				&& (usable == null || usable.isRefreshDue(now));
	}

	/**
	 * Return the load that a caller without a document waits for. While one goes on after
	 * a slow failure, none waits but the one that has started it: a host that never
	 * responds must not delay them all.
	 */
	@Nullable CompletableFuture<T> joinable() {
		return (this.failure == null || this.failure.quick()) ? this.flight : null;
	}

	/**
	 * Return the last document if it may be used after the failed load.
	 */
	@Nullable DocumentEntry<T> stale(Instant now) {
		return (this.failure != null && this.last != null && now.isBefore(this.last.staleUntil())) ? this.last : null;
	}

	/**
	 * Return the last document if it was received since a time, and no load has failed
	 * since.
	 */
	@Nullable DocumentEntry<T> confirmedSince(Instant time) {
		return (this.failure == null && this.last != null && !this.last.fetchedAt().isBefore(time)) ? this.last : null;
	}

	/**
	 * Return when a load may be forced: with a permit, and a while after a failure.
	 */
	Instant nextForced(Instant now) {
		Instant next = ((this.failure != null) ? this.failure.at() : this.earned).plus(INTERVAL);
		return next.isAfter(now) ? next : now;
	}

	/**
	 * Take a permit, if there is one, for a load that may need none.
	 */
	DocumentState<T> started(CompletableFuture<T> load, Instant now) {
		Instant full = now.minus(INTERVAL.multipliedBy(BURST));
		Instant next = (this.earned.isBefore(full) ? full : this.earned).plus(INTERVAL);
		return new DocumentState<>(this.requests + 1, this.last, this.failure, load,
				next.isAfter(now) ? this.earned : next);
	}

	DocumentState<T> succeeded(DocumentEntry<T> document) {
		return new DocumentState<>(this.requests, document, null, null, this.earned);
	}

	DocumentState<T> failed(DocumentFailure reason, Instant started, Instant now, RandomGenerator random) {
		DocumentEntry<T> kept = reason.endsUse() ? null : this.last;
		boolean stale = kept != null && now.isBefore(kept.staleUntil());
		FailedAttempt attempt = FailedAttempt.after(this.failure, reason, started, now, stale, random);
		return new DocumentState<>(this.requests, kept, attempt, null, this.earned);
	}

	DocumentState<T> withoutFlight() {
		return new DocumentState<>(this.requests, this.last, this.failure, null, this.earned);
	}

}
