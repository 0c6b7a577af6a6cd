package io.videoplatform.internal.document;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.http.Backoff;

/**
 * How long a host is left alone after a failed attempt.
 */
final class RetrySchedule {

	private static final Duration LONGEST = Duration.ofSeconds(5);

	/**
	 * More than half a minute, whatever the spread.
	 */
	private static final Duration BEHIND = Duration.ofSeconds(35);

	private final Backoff usual;

	private final Backoff slow;

	private final Backoff behind;

	RetrySchedule(RandomGenerator random) {
		this.usual = new Backoff(Duration.ofMillis(200), LONGEST, random);
		this.slow = new Backoff(LONGEST, LONGEST, random);
		this.behind = new Backoff(BEHIND, BEHIND, random);
	}

	/**
	 * Return the time to the next request: about five seconds at most while callers
	 * depend on it, at once so long for what only a person can change. If a stale
	 * document is used meanwhile no caller waits, and the host may have other requests to
	 * fail, too.
	 * @param failures how many requests have failed in a row
	 * @param reason why the last one failed
	 * @param staleUse for how long the document that is held may be used meanwhile
	 * @return the back-off, or what the server asks for if that is longer
	 */
	Duration after(int failures, DocumentFailure reason, Duration staleUse) {
		Duration needed = (reason.needsAttention() ? this.slow : this.usual).after(failures);
		Duration delay = longer(needed, shorter(this.behind.after(1), staleUse));
		return longer(delay, Objects.requireNonNullElse(reason.retryAfter(), Duration.ZERO));
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) > 0) ? one : other;
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

	/**
	 * Return a back-off that the one after the next failure does not exceed, if that is
	 * of the same kind.
	 * @param failed the last failure
	 * @return the back-off
	 */
	static Duration longestAfter(FailedAttempt failed) {
		Duration last = Duration.between(failed.at(), failed.nextAttempt());
		Duration spread = last.plus(last.dividedBy(4));
		return longer(spread, LONGEST.plus(LONGEST.dividedBy(10)));
	}

}
