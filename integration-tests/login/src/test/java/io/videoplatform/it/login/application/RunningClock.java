package io.videoplatform.it.login.application;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * An application's clock that runs with the real one and that a test puts forward. Tokens
 * so run out here before they do at Keycloak, which accepts a refresh at any time, and
 * never after.
 *
 * @since 0.1.0
 */
public final class RunningClock extends Clock {

	private final Clock real = Clock.systemUTC();

	private volatile Duration lead = Duration.ZERO;

	/**
	 * Puts the clock forward.
	 * @param duration how far
	 */
	public void advance(Duration duration) {
		this.lead = this.lead.plus(duration);
	}

	@Override
	public Instant instant() {
		return this.real.instant().plus(this.lead);
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
