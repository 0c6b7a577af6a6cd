package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;

/**
 * Limits the requests that callers force although a document is fresh, as a token bucket
 * does: five at once, so that the very next login sees a rotation of keys, and then one
 * in five seconds, so that forged tokens cannot cause a storm of requests.
 */
final class FetchLimiter {

	private static final Duration INTERVAL = Duration.ofSeconds(5);

	private static final int BURST = 5;

	/**
	 * When the last permit taken so far is earned, were they earned one by one.
	 */
	private Instant earned = Instant.MIN;

	/**
	 * Take a permit if there is one; a request that needs none takes it all the same.
	 * @param now the current time
	 */
	synchronized void acquire(Instant now) {
		Instant full = now.minus(INTERVAL.multipliedBy(BURST));
		Instant next = (this.earned.isBefore(full) ? full : this.earned).plus(INTERVAL);
		this.earned = next.isAfter(now) ? this.earned : next;
	}

	/**
	 * Return when there is a permit.
	 * @param now the current time
	 * @return the time, not before now
	 */
	synchronized Instant nextPermit(Instant now) {
		Instant next = this.earned.plus(INTERVAL);
		return next.isAfter(now) ? next : now;
	}

}
