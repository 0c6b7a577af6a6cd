package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The clock that rules where the application has none: it starts at the system's time and
 * then only moves forward, whatever happens to that.
 */
final class MonotonicClock extends Clock {

	private final ZoneId zone;

	private final Instant start;

	private final long startNanos;

	MonotonicClock() {
		this(ZoneOffset.UTC, Instant.now(), System.nanoTime());
	}

	private MonotonicClock(ZoneId zone, Instant start, long startNanos) {
		this.zone = zone;
		this.start = start;
		this.startNanos = startNanos;
	}

	@Override
	public ZoneId getZone() {
		return this.zone;
	}

	@Override
	public Clock withZone(ZoneId zone) {
		return new MonotonicClock(zone, this.start, this.startNanos);
	}

	@Override
	public Instant instant() {
		return this.start.plusNanos(System.nanoTime() - this.startNanos);
	}

	@Override
	public long millis() {
		return this.start.toEpochMilli() + (System.nanoTime() - this.startNanos) / 1_000_000;
	}

}
