package io.videoplatform.it.starter;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * An application's clock that stands still until a test moves it. Keycloak's goes on in
 * real time: a token whose refresh point has passed here is still good there.
 */
final class MovableClock extends Clock {

	private volatile Instant now = Instant.now();

	/**
	 * Moves on.
	 * @param duration how far
	 */
	void advance(Duration duration) {
		this.now = this.now.plus(duration);
	}

	/**
	 * Moves to a moment.
	 * @param moment the moment
	 */
	void setTo(Instant moment) {
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
