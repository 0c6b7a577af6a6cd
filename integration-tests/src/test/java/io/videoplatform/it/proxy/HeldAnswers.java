package io.videoplatform.it.proxy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A gate behind which the answers of the token endpoint wait until the test opens it.
 *
 * @since 0.1.0
 */
public final class HeldAnswers implements AutoCloseable {

	private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

	private final CountDownLatch open = new CountDownLatch(1);

	private final Semaphore waiting = new Semaphore(0);

	HeldAnswers() {
	}

	/**
	 * Waits until answers wait at the gate: the provider has committed them, no client
	 * has seen them.
	 * @param answers the number of answers, beyond those that were awaited before
	 * @throws IllegalStateException if they do not come within 30 seconds
	 */
	public void await(int answers) {
		try {
			if (!this.waiting.tryAcquire(answers, LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException("Only " + this.waiting.availablePermits() + " of " + answers
						+ " answers came within " + LONGEST_WAIT);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while answers were awaited", ex);
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
