package io.videoplatform.internal.engine;

import java.time.ZoneOffset;

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
	void withZoneThenTimeGoesOn() {
		MonotonicClock clock = new MonotonicClock();
		assertThat(clock.withZone(ZoneOffset.MAX).instant()).isAfterOrEqualTo(clock.instant().minusSeconds(1));
		assertThat(clock.withZone(ZoneOffset.MAX).getZone()).isEqualTo(ZoneOffset.MAX);
	}

}
