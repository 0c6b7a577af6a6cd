package io.videoplatform.benchmarks.cluster;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits of load runs.
 */
final class Pauses {

	private static final Duration STEP = Duration.ofMillis(2);

	private Pauses() {
	}

	static void await(Duration time) {
		await(time, () -> false);
	}

	/**
	 * Wait for a condition.
	 * @return whether it came true within the time
	 */
	static boolean await(Duration time, BooleanSupplier condition) {
		long end = System.nanoTime() + time.toNanos();
		while (System.nanoTime() - end < 0) {
			if (condition.getAsBoolean()) {
				return true;
			}
			LockSupport.parkNanos(STEP.toNanos());
		}
		return false;
	}

}
