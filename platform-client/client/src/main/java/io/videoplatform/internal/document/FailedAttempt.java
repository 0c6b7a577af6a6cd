package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.event.ReportedErrors;
import io.videoplatform.internal.http.Backoff;
import org.jspecify.annotations.Nullable;

/**
 * The last attempt to load a document, if it failed, and when the next one may be made.
 *
 * @param count how many attempts have failed in a row
 * @param since when the first of them failed
 * @param at when it failed
 * @param nextAttempt the time before which there is no other
 * @param quick whether it failed so quickly that callers can wait for the next one
 * @param reason why it failed
 * @param reported what was reported since the first of them
 */
record FailedAttempt(int count, Instant since, Instant at, Instant nextAttempt, boolean quick, DocumentFailure reason,
		ReportedErrors reported) {

	static final Duration MAX_PAUSE = Duration.ofSeconds(5);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

	/**
	 * More than half a minute, whatever the spread.
	 */
	private static final Duration STALE_PAUSE = Duration.ofSeconds(35);

	private static final Duration QUICK = Duration.ofMillis(50);

	/**
	 * Return the attempt that follows another one. The pause is about five seconds at
	 * most while callers depend on the document, longer while a stale one is used, as no
	 * caller waits then, and at least what the server requires.
	 */
	static FailedAttempt after(@Nullable FailedAttempt last, DocumentFailure reason, Instant started, Instant now,
			boolean stale, RandomGenerator random) {
		int count = (last != null) ? last.count() + 1 : 1;
		Backoff pauses = stale ? new Backoff(STALE_PAUSE, STALE_PAUSE, random)
				: new Backoff(FIRST_PAUSE, MAX_PAUSE, random);
		Instant next = now.plus(pauses.after(count));
		Instant required = now.plus(Objects.requireNonNullElse(reason.retryAfter(), Duration.ZERO));
		boolean quick = Duration.between(started, now).compareTo(QUICK) < 0;
		// In milliseconds, as it is printed: a caller that returns then must not be early
		return new FailedAttempt(count, (last != null) ? last.since() : now, now,
				(next.isAfter(required) ? next : required).truncatedTo(ChronoUnit.MILLIS), quick, reason,
				(last != null) ? last.reported() : new ReportedErrors());
	}

}
