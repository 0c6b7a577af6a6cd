package io.videoplatform.internal.token;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.videoplatform.PlatformEvent.Level;

/**
 * Says how much a flight's outcome matters, so that an outage of the token endpoint is
 * told once when it begins and once when it ends, however many tokens it concerns, and
 * whichever of them shows it. What discovery tells itself is not repeated.
 */
final class Outages {

	private static final long NONE = Long.MAX_VALUE;

	private static final long LONGEST_FLIGHT = Duration.ofSeconds(90).toMillis();

	private final AtomicLong since = new AtomicLong(NONE);

	/**
	 * Return how much a failure matters.
	 */
	Level failed(TokenFailure failure, long now) {
		if (failure.isFinal()) {
			return Level.INFO;
		}
		if (failure.pause() == TokenFailure.NEVER) {
			return Level.DEBUG;
		}
		return (failure.isOurs() && this.since.compareAndSet(NONE, now)) ? Level.WARN : Level.DEBUG;
	}

	/**
	 * Return whether a token ends an outage: it was asked for after that had begun, or
	 * the clock was set back since.
	 */
	boolean endsWith(AccessToken obtained) {
		long began = this.since.get();
		boolean after = obtained.obtainedAt() >= began || obtained.obtainedAt() < began - LONGEST_FLIGHT;
		return began != NONE && after && this.since.compareAndSet(began, NONE);
	}

}
