package io.videoplatform.samples.logintests;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * Clock of the starter that goes ahead of the platform's, so that a token ends at once.
 *
 * @since 0.1.0
 */
public class LeadingClock extends Clock {

	private volatile Clock clock = Clock.systemUTC();

	/**
	 * Go ahead.
	 * @param duration how far
	 */
	public void advance(Duration duration) {
		this.clock = Clock.offset(this.clock, duration);
	}

	@Override
	public Instant instant() {
		return this.clock.instant();
	}

	@Override
	public ZoneId getZone() {
		return this.clock.getZone();
	}

	@Override
	public Clock withZone(ZoneId zone) {
		return this.clock.withZone(zone);
	}

}
