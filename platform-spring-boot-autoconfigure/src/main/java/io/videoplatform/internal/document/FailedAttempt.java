package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.event.ReportedErrors;
import io.videoplatform.internal.http.Backoff;

/**
 * The last attempt to get a document, if it failed, and when the next one may be made.
 *
 * @param count how many attempts have failed in a row
 * @param since when the first of them failed
 * @param at when it failed
 * @param nextAttempt the time before which there is no other
 * @param took how long it took
 * @param reason why it failed
 * @param reported what was reported since the first of them
 */
record FailedAttempt(int count, Instant since, Instant at, Instant nextAttempt, Duration took, DocumentFailure reason,
		ReportedErrors reported) {

	private static final Duration QUICK = Duration.ofMillis(50);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

	private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

	/**
	 * More than half a minute, whatever the spread.
	 */
	private static final Duration STALE_PAUSE = Duration.ofSeconds(35);

	static FailedAttempt tooOften(Instant now) {
		return new FailedAttempt(0, now, now, now, Duration.ZERO,
				DocumentFailure.unreachable("it was requested moments ago", null), new ReportedErrors());
	}

	/**
	 * Return the pause after a failure: about five seconds at most while callers depend
	 * on the document, at once so long for what only a person can change. If a stale
	 * document is used meanwhile no caller waits, and the pause is longer.
	 * @param failures how many attempts have failed in a row
	 * @param reason why the last one failed
	 * @param staleUse for how long the document that is held may be used meanwhile
	 * @param random the source of jitter
	 * @return the pause, or what the server requires if that is longer
	 */
	static Duration pause(int failures, DocumentFailure reason, Duration staleUse, RandomGenerator random) {
		Duration first = reason.needsAttention() ? MAX_PAUSE : FIRST_PAUSE;
		Duration needed = new Backoff(first, MAX_PAUSE, random).after(failures);
		Duration stale = new Backoff(STALE_PAUSE, STALE_PAUSE, random).after(1);
		Duration pause = longer(needed, (stale.compareTo(staleUse) < 0) ? stale : staleUse);
		return longer(pause, Objects.requireNonNullElse(reason.retryAfter(), Duration.ZERO));
	}

	/**
	 * Return a pause that the one after the next failure does not exceed, if that is of
	 * the same kind.
	 */
	Duration maxNextPause() {
		Duration last = Duration.between(this.at, this.nextAttempt);
		return longer(last.plus(last.dividedBy(4)), MAX_PAUSE.plus(MAX_PAUSE.dividedBy(10)));
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) > 0) ? one : other;
	}

	/**
	 * Return whether the next attempt may be made.
	 * @param now the current time
	 * @return whether the pause has ended
	 */
	boolean isOver(Instant now) {
		return !now.isBefore(this.nextAttempt);
	}

	/**
	 * Return the same failure for callers whose next attempt is at another time.
	 * @param time the time of their next attempt
	 * @return the failure
	 */
	FailedAttempt nextAt(Instant time) {
		return new FailedAttempt(this.count, this.since, this.at, time, this.took, this.reason, this.reported);
	}

	/**
	 * Return whether it failed so quickly that callers can wait for the next one.
	 * @return whether it took less than 50 ms
	 */
	boolean wasQuick() {
		return this.took.compareTo(QUICK) < 0;
	}

}
