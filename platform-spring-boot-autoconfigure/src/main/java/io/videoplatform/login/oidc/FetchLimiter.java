package io.videoplatform.login.oidc;

import java.time.Duration;
import java.time.Instant;

/**
 * Decides whether keys may be fetched now: five times at once, so that a rotation is seen
 * by the very next login, and then once in five seconds, so that forged tokens cannot
 * make a storm. Guarded by its owner's lock.
 */
final class FetchLimiter {

	private static final Duration INTERVAL = Duration.ofSeconds(5);

	private static final int BURST = 5;

	/**
	 * When the last permit given so far will be earned, were they earned one by one.
	 */
	private Instant earned;

	FetchLimiter(Instant now) {
		this.earned = now.minus(INTERVAL.multipliedBy(BURST));
	}

	boolean tryAcquire(Instant now) {
		Instant full = now.minus(INTERVAL.multipliedBy(BURST));
		Instant next = (this.earned.isBefore(full) ? full : this.earned).plus(INTERVAL);
		if (next.isAfter(now)) {
			return false;
		}
		this.earned = next;
		return true;
	}

	/**
	 * Return when the next permit is earned.
	 */
	Instant nextPermit() {
		return this.earned.plus(INTERVAL);
	}

}
