package io.videoplatform.internal.http;

import java.time.Clock;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Ticker;

/**
 * Lets a cache measure time by a clock.
 */
public final class ClockTicker {

	private ClockTicker() {
	}

	/**
	 * Return the ticker of a clock.
	 * @param clock the clock
	 * @return the ticker, as precise as a millisecond
	 */
	public static Ticker of(Clock clock) {
		return () -> TimeUnit.MILLISECONDS.toNanos(clock.millis());
	}

}
