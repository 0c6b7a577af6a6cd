package io.videoplatform.samples.localplatform;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

import org.springframework.context.annotation.Primary;

/**
 * Clock that runs ahead of the system's when a test says so.
 */
@Primary
class MovableClock extends Clock {

	private volatile Duration ahead = Duration.ZERO;

	void advance(Duration duration) {
		this.ahead = this.ahead.plus(duration);
	}

	void reset() {
		this.ahead = Duration.ZERO;
	}

	@Override
	public Instant instant() {
		return Instant.now().plus(this.ahead);
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
