package io.videoplatform.benchmarks.cluster;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that is ahead of the right time, or behind it, and never jumps.
 */
final class AheadClock extends Clock {

	private final long begun;

	private final Instant start;

	AheadClock(long begun, Instant start) {
		this.begun = begun;
		this.start = start;
	}

	@Override
	public Instant instant() {
		return this.start.plusNanos(System.nanoTime() - this.begun);
	}

	@Override
	public ZoneId getZone() {
		return ZoneOffset.UTC;
	}

	@Override
	public Clock withZone(ZoneId zone) {
		throw new UnsupportedOperationException();
	}

}
