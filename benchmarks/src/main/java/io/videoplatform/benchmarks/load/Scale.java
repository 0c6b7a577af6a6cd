package io.videoplatform.benchmarks.load;

import java.time.Duration;

/**
 * How long and how often a run goes, in percent of the usual.
 *
 * @param percent the percentage
 */
record Scale(int percent) {

	Duration seconds(int usual) {
		return Duration.ofMillis(Math.max(1_000, usual * 10L * this.percent));
	}

	int times(int usual) {
		return Math.max(1, usual * this.percent / 100);
	}

}
