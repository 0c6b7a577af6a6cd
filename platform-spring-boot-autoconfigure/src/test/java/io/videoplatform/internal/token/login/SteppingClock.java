package io.videoplatform.internal.token.login;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/**
 * A clock that runs a step at each use.
 */
final class SteppingClock extends Clock {

	private final Clock clock;

	private final Runnable step;

	SteppingClock(Clock clock, Runnable step) {
		this.clock = clock;
		this.step = step;
	}

	@Override
	public Instant instant() {
		this.step.run();
		return this.clock.instant();
	}

	@Override
	public long millis() {
		this.step.run();
		return this.clock.millis();
	}

	@Override
	public ZoneId getZone() {
		return this.clock.getZone();
	}

	@Override
	public Clock withZone(ZoneId zone) {
		return new SteppingClock(this.clock.withZone(zone), this.step);
	}

}
