package io.videoplatform;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.awaitility.Awaitility;

/**
 * Waits of tests. Each of them fails after a minute.
 */
public final class Gates {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private Gates() {
	}

	/**
	 * Wait until a gate opens.
	 */
	public static void await(CountDownLatch gate) {
		try {
			if (!gate.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException("The gate did not open");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted at the gate", ex);
		}
	}

	/**
	 * Wait for a state that cannot be listened to. Use
	 * {@link io.videoplatform.testing.TestServer#awaitRequests(String, int)} to wait for
	 * requests.
	 */
	public static void until(BooleanSupplier condition) {
		Awaitility.await()
			.atMost(PATIENCE)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(2))
			.until(condition::getAsBoolean);
	}

}
