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

	private final Backoff usual;

	private final Backoff slow;

	RetrySchedule(RandomGenerator random) {
		this.usual = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), random);
		this.slow = new Backoff(Duration.ofSeconds(30), Duration.ofSeconds(30), random);
	}

	/**
	 * Return the time to the next attempt. What only a person can change is asked for
	 * rarely: an unknown resource (RFC 7033, section 4.2) and an issuer that is not
	 * trusted.
	 * @param step the step that failed
	 * @param failures how many attempts have failed in a row
	 * @param reason why the last one failed
	 * @return the back-off, or what the server asks for if that is longer
	 */
	Duration after(PlatformStep step, int failures, DiscoveryFailure reason) {
		boolean misconfigured = step == PlatformStep.WEBFINGER && reason.isStatus(400, 404);
		Duration delay = (misconfigured || reason.isUntrusted()) ? this.slow.after(1) : this.usual.after(failures);
		Duration asked = Objects.requireNonNullElse(reason.retryAfter(), Duration.ZERO);
		return (asked.compareTo(delay) > 0) ? asked : delay;
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
		return (spread.compareTo(LONGEST) > 0) ? spread : LONGEST;
	}

}
