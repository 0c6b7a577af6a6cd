package io.videoplatform.benchmarks.load;

import java.time.Duration;

/**
 * How long and how often a run goes, in percent of the usual.
 *
 * @param percent the percentage
 */
public record Scale(int percent) {

	/**
	 * Return a duration.
	 */
	public Duration seconds(int usual) {
		return Duration.ofMillis(Math.max(1_000, usual * 10L * this.percent));
	}

	/**
	 * Return a number of times.
	 */
	public int times(int usual) {
		return Math.max(1, usual * this.percent / 100);
	}

}
