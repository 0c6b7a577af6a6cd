package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;

/**
 * The last attempt to get a document, if it failed.
 *
 * @param count how many attempts have failed in a row
 * @param at when it failed
 * @param nextAttempt the time before which there is no other
 * @param took how long it took, by the ticker
 * @param reason why it failed
 */
record FailedAttempt(int count, Instant at, Instant nextAttempt, Duration took, DocumentFailure reason) {

	private static final Duration QUICK = Duration.ofMillis(50);

	static FailedAttempt tooOften(Instant now) {
		return new FailedAttempt(0, now, now, Duration.ZERO,
				DocumentFailure.unreachable("it was requested moments ago", null));
	}

	/**
	 * Return whether the next request may be made.
	 * @param now the current time
	 * @return whether the back-off has ended
	 */
	boolean isOver(Instant now) {
		return !now.isBefore(this.nextAttempt);
	}

	/**
	 * Return the same failure for callers who may ask again at another time.
	 * @param time the time of their next attempt
	 * @return the failure
	 */
	FailedAttempt nextAt(Instant time) {
		return new FailedAttempt(this.count, this.at, time, this.took, this.reason);
	}

	/**
	 * Return whether it came so quickly that callers can wait for the next one.
	 * @return whether it took less than 50 ms
	 */
	boolean wasQuick() {
		return this.took.compareTo(QUICK) < 0;
	}

}
