package io.videoplatform.discovery;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

import io.videoplatform.PlatformStep;
import io.videoplatform.transport.Backoff;

/**
 * How long a host is left alone after a failed attempt.
 */
final class RetrySchedule {

	private static final Duration LONGEST = Duration.ofMillis(5500);

	private static final Duration RARELY = Duration.ofSeconds(30);

	/**
	 * More than half a minute, whatever the spread.
	 */
	private static final Duration BEHIND = Duration.ofSeconds(35);

	private final Backoff usual;

	private final Backoff slow;

	private final Backoff behind;

	RetrySchedule(RandomGenerator random) {
		this.usual = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), random);
		this.slow = new Backoff(RARELY, RARELY, random);
		this.behind = new Backoff(BEHIND, BEHIND, random);
	}

	/**
	 * Return the time to the next attempt. What only a person can change is asked for
	 * rarely: an unknown resource (RFC 7033, section 4.2) and an issuer that is not
	 * trusted. So is a document that a held one stands in for: nobody waits for it, and
	 * the host may have token requests to fail, too.
	 * @param step the step that failed
	 * @param failures how many attempts have failed in a row
	 * @param reason why the last one failed
	 * @param standIn for how long the document that is held may be used meanwhile
	 * @return the back-off, or what the server asks for if that is longer
	 */
	Duration after(PlatformStep step, int failures, DiscoveryFailure reason, Duration standIn) {
		boolean misconfigured = step == PlatformStep.WEBFINGER && reason.isStatus(400, 404);
		Duration delay = (misconfigured || reason.isUntrusted()) ? this.slow.after(1)
				: longer(this.usual.after(failures), shorter(this.behind.after(1), standIn));
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
		return longer(spread, LONGEST);
	}

}
