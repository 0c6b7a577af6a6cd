package io.videoplatform.internal.http;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Ticker;

/**
 * Lets a cache measure time by a clock.
 */
public final class ClockTicker {

	private ClockTicker() {
	}

	/**
	 * Return the ticker of a clock, to the nanosecond.
	 */
	public static Ticker of(Clock clock) {
		return () -> {
			Instant time = clock.instant();
			return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
		};
	}

}
