package io.videoplatform.internal.store.engine;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import org.awaitility.Awaitility;

/**
 * Waits for a process, for a minute at most.
 */
final class Patience {

	private static final Duration LIMIT = Duration.ofMinutes(5);

	private Patience() {
	}

	static void until(BooleanSupplier condition) {
		Awaitility.await()
			.atMost(LIMIT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(2))
			.until(condition::getAsBoolean);
	}

}
