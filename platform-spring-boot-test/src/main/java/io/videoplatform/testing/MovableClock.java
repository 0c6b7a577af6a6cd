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

	/**
	 * The time that a new clock shows.
	 */
	public static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

	private volatile Instant now = START;

	private volatile Runnable reading = () -> {
	};

	/**
	 * Move the clock.
	 * @param duration how far, which may be negative
	 */
	public synchronized void advance(Duration duration) {
		this.now = this.now.plus(duration);
	}

	/**
	 * Set the clock.
	 * @param instant the time that it shows from now on
	 */
	public synchronized void setTo(Instant instant) {
		this.now = instant;
	}

	/**
	 * Run an action each time before the clock is read, on the thread that reads it.
	 * Tests build races with it.
	 * @param action the action
	 */
	public void onRead(Runnable action) {
		this.reading = action;
	}

	@Override
	public Instant instant() {
		this.reading.run();
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
