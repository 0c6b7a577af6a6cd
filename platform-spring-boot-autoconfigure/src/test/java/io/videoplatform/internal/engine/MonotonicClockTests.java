package io.videoplatform.internal.engine;

import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The clock of an application that has none of its own.
 */
class MonotonicClockTests {

	@Test
	void millisWhenReadAfterInstantThenNeverBehindIt() {
		for (int i = 0; i < 1_000; i++) {
			MonotonicClock clock = new MonotonicClock();
			long instant = clock.instant().toEpochMilli();
			assertThat(clock.millis()).isGreaterThanOrEqualTo(instant);
		}
	}

	@Test
	void instantWhenSomebodyGoesByTheClockOfTheSystemThenNotBehind() {
		for (int i = 0; i < 100; i++) {
			Instant now = Instant.now();
			assertThat(new MonotonicClock().instant()).isAfterOrEqualTo(now);
		}
	}

}
