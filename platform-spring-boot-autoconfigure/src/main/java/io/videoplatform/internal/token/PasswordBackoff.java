package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Paces password grants that the provider refused. {@code invalid_grant} is ambiguous for
 * a password: it may be wrong, the account locked, or another instance logging in at the
 * same moment. So it is tried three times, each after more than the second within which
 * two wrong logins lock an account, spread so that instances do not meet again; then once
 * in five minutes until it works.
 */
final class PasswordBackoff {

	/**
	 * The time between probes when there is little hope.
	 */
	static final Duration SLOW_PROBE = Duration.ofMinutes(5);

	private static final int ATTEMPTS = 3;

	private static final long PAUSE = 1_100;

	private static final long SPREAD = 2_000;

	private final RandomGenerator random;

	private int refusals;

	private Duration pause = SLOW_PROBE;

	PasswordBackoff(RandomGenerator random) {
		this.random = random;
	}

	/**
	 * Note a refusal.
	 */
	synchronized void refused() {
		this.refusals++;
		this.pause = pause(this.refusals);
	}

	/**
	 * How long no request is sent after a number of refusals in a row.
	 */
	Duration pause(int refusals) {
		long spread = SPREAD << Math.min(refusals - 1, ATTEMPTS);
		return (refusals >= ATTEMPTS) ? SLOW_PROBE
				: Duration.ofMillis(PAUSE + Math.round(this.random.nextDouble() * spread));
	}

	/**
	 * Note a success.
	 */
	synchronized void accepted() {
		this.refusals = 0;
		this.pause = SLOW_PROBE;
	}

	/**
	 * How long no request is sent after the last refusal.
	 */
	synchronized Duration pause() {
		return this.pause;
	}

	/**
	 * Whether the last refusal was the first, which the flight itself waits out: most
	 * likely another instance was logging in.
	 */
	synchronized boolean isFirst() {
		return this.refusals == 1;
	}

	/**
	 * Whether attempts are left before the slow probe.
	 */
	synchronized boolean hasAttemptsLeft() {
		return this.refusals < ATTEMPTS;
	}

}
