package io.videoplatform.internal.discovery;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.awaitility.Awaitility;

/**
 * Waiting in tests, never for longer than 20 s.
 */
final class Gates {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	private Gates() {
	}

	static void await(CountDownLatch gate) {
		try {
			if (!gate.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException("the gate did not open");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted at the gate", ex);
		}
	}

	static void until(BooleanSupplier condition) {
		Awaitility.await().atMost(LIMIT).pollInterval(Duration.ofMillis(2)).until(condition::getAsBoolean);
	}

}
