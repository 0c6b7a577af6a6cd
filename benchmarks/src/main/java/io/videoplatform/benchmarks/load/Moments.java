package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Waits for moments in real time.
 */
final class Moments {

	private Moments() {
	}

	/**
	 * Wait until a moment has passed.
	 * @param moment the moment
	 */
	static void await(@Nullable Instant moment) {
		if (moment == null) {
			throw new IllegalStateException("There is no moment to wait for");
		}
		while (!Instant.now().isAfter(moment)) {
			LockSupport.parkNanos(Math.max(1, Duration.between(Instant.now(), moment).toNanos()));
		}
	}

	static void pause(Duration duration) {
		await(Instant.now().plus(duration));
	}

}
