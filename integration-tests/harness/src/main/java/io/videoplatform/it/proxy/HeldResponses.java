package io.videoplatform.it.proxy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A gate that holds the responses of the token endpoint until the test opens it.
 *
 * @since 0.1.0
 */
public final class HeldResponses implements AutoCloseable {

	private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

	private final CountDownLatch open = new CountDownLatch(1);

	private final Semaphore waiting = new Semaphore(0);

	HeldResponses() {
	}

	/**
	 * Waits until responses are held at the gate: the provider has sent them, and no
	 * client has received them.
	 * @param responses the number of responses, beyond those that were awaited before
	 * @throws IllegalStateException if they do not come within 30 seconds
	 */
	public void await(int responses) {
		try {
			if (!this.waiting.tryAcquire(responses, LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException("Only " + this.waiting.availablePermits() + " of " + responses
						+ " responses came within " + LONGEST_WAIT);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while awaiting responses", ex);
		}
	}

	/**
	 * Opens the gate for good.
	 */
	public void release() {
		this.open.countDown();
	}

	/**
	 * Opens the gate for good.
	 */
	@Override
	public void close() {
		release();
	}

	void pass() throws InterruptedException {
		this.waiting.release();
		this.open.await();
	}

}
