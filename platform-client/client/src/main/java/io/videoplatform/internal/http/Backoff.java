package io.videoplatform.internal.http;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The delay before a failed request is repeated: doubling from the first delay to the
 * longest, each spread by a tenth so that nodes do not send their requests in step.
 *
 * @param first the delay after the first failure
 * @param longest the delay that is never exceeded, except for the spread
 * @param random the source of the spread
 */
public record Backoff(Duration first, Duration longest, RandomGenerator random) {

	private static final double SPREAD = 0.1;

	/**
	 * Return the delay after a number of failures in a row.
	 */
	public Duration after(int failures) {
		long doubled = this.first.toMillis() << Math.min(failures - 1, 20);
		double factor = 1 + SPREAD * (2 * this.random.nextDouble() - 1);
		return Duration.ofMillis(Math.round(Math.min(doubled, this.longest.toMillis()) * factor));
	}

}
