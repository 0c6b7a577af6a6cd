package io.videoplatform.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that a test moves. It stands still in between, or it runs with another clock.
 *
 * <pre class="code">
 * MovableClock clock = new MovableClock(Clock.systemUTC());
 * // run an application with this clock as a bean
 * clock.advance(Duration.ofMinutes(5));
 * </pre>
 */
public final class MovableClock extends Clock {

	/**
	 * The time that a new clock shows.
	 */
	public static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

	private final Clock source;

	private volatile Duration ahead = Duration.ZERO;

	private volatile Runnable reading = () -> {
	};

	/**
	 * Create a clock that stands still at {@link #START}.
	 */
	public MovableClock() {
		this(Clock.fixed(START, ZoneOffset.UTC));
	}

	/**
	 * Create a clock that runs with another one, or stands still if that one does.
	 */
	public MovableClock(Clock source) {
		this.source = source;
	}

	/**
	 * Move the clock.
	 */
	public synchronized void advance(Duration duration) {
		this.ahead = this.ahead.plus(duration);
	}

	/**
	 * Set the clock.
	 */
	public synchronized void setTo(Instant instant) {
		this.ahead = Duration.between(this.source.instant(), instant);
	}

	/**
	 * Undo all moves.
	 */
	public synchronized void reset() {
		this.ahead = Duration.ZERO;
	}

	/**
	 * Run an action each time before the clock is read, on the thread that reads it.
	 * Tests build races with it.
	 */
	public void onRead(Runnable action) {
		this.reading = action;
	}

	@Override
	public Instant instant() {
		this.reading.run();
		return this.source.instant().plus(this.ahead);
	}

	@Override
	public ZoneId getZone() {
		return ZoneOffset.UTC;
	}

	/**
	 * Return this clock in another zone: it moves with this one.
	 */
	@Override
	public Clock withZone(ZoneId zone) {
		return new InZone(this, zone);
	}

	private static final class InZone extends Clock {

		private final MovableClock clock;

		private final ZoneId zone;

		InZone(MovableClock clock, ZoneId zone) {
			this.clock = clock;
			this.zone = zone;
		}

		@Override
		public Instant instant() {
			return this.clock.instant();
		}

		@Override
		public ZoneId getZone() {
			return this.zone;
		}

		@Override
		public Clock withZone(ZoneId zone) {
			return this.clock.withZone(zone);
		}

	}

}
