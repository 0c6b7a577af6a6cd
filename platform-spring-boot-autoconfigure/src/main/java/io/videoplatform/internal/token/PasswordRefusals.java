package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Paces logins that the provider refused. {@code invalid_grant} is ambiguous for a
 * password: it may be wrong, the account locked, or another instance logging in at the
 * same moment. So it is tried three times, each after more than the second within which
 * two wrong logins lock an account, spread so that instances do not meet again; then once
 * in five minutes until it works.
 */
final class PasswordRefusals {

	/**
	 * The time between probes when there is little hope.
	 */
	static final Duration SLOW_PROBE = Duration.ofMinutes(5);

	private static final int ATTEMPTS = 3;

	private static final long PAUSE = 1_100;

	private static final long SPREAD = 2_000;

	private final RandomGenerator random;

	private int refusals;

	PasswordRefusals(RandomGenerator random) {
		this.random = random;
	}

	/**
	 * Note a refusal.
	 * @return the time to leave the provider alone
	 */
	synchronized Duration refused() {
		this.refusals++;
		if (this.refusals >= ATTEMPTS) {
			return SLOW_PROBE;
		}
		long spread = SPREAD << (this.refusals - 1);
		return Duration.ofMillis(PAUSE + Math.round(this.random.nextDouble() * spread));
	}

	/**
	 * Whether the last refusal was the first, which the flight itself waits out: it is
	 * most likely a sibling's login.
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

	synchronized void accepted() {
		this.refusals = 0;
	}

}
