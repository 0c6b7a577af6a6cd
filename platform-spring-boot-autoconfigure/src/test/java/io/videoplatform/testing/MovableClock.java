package io.videoplatform.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that stands still until a test moves it.
 */
public final class MovableClock extends Clock {

	private volatile Instant now = Instant.parse("2026-11-21T10:00:00Z");

	/**
	 * Move on.
	 * @param duration how far
	 */
	public void advance(Duration duration) {
		this.now = this.now.plus(duration);
	}

	/**
	 * Move to a moment.
	 * @param moment the moment
	 */
	public void setTo(Instant moment) {
		this.now = moment;
	}

	@Override
	public Instant instant() {
		return this.now;
	}

	@Override
	public ZoneId getZone() {
		return ZoneOffset.UTC;
	}

	@Override
	public Clock withZone(ZoneId zone) {
		return this;
	}

}
