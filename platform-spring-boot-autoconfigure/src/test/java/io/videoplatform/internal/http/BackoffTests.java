package io.videoplatform.internal.http;

import java.time.Duration;
import java.util.random.RandomGenerator;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long a failing host is left alone.
 */
class BackoffTests {

	@ParameterizedTest
	@CsvSource({ "1,0.5,200", "2,0.5,400", "3,0.5,800", "5,0.5,3200", "6,0.5,5000", "7,0.5,5000", "1000000,0.5,5000",
			"1,0,180", "6,0,4500", "6,0.9999999,5500" })
	void afterWhenFailuresThenDoubledUpToTheLongest(int failures, double random, long millis) {
		Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), fixed(random));
		assertThat(backoff.after(failures)).isEqualTo(Duration.ofMillis(millis));
	}

	private static RandomGenerator fixed(double value) {
		return new RandomGenerator() {

			@Override
			public double nextDouble() {
				return value;
			}

			@Override
			public long nextLong() {
				return 0;
			}

		};
	}

}
