package io.videoplatform.it.starter;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;

/**
 * Calls that go out at an even pace, whether or not earlier ones have completed.
 */
final class CallLoop implements AutoCloseable {

	private final ScheduledExecutorService pacer = Executors.newSingleThreadScheduledExecutor();

	private final AtomicInteger sent = new AtomicInteger();

	private final AtomicInteger accepted = new AtomicInteger();

	private final Queue<Object> failures = new ConcurrentLinkedQueue<>();

	private final Application application;

	private CallLoop(Application application) {
		this.application = application;
	}

	/**
	 * Begins.
	 * @param application the application that calls
	 * @param pace the time between two calls
	 * @return the loop, which goes on until it is closed
	 */
	static CallLoop begin(Application application, Duration pace) {
		CallLoop loop = new CallLoop(application);
		loop.pacer.scheduleAtFixedRate(loop::call, 0, pace.toNanos(), TimeUnit.NANOSECONDS);
		return loop;
	}

	/**
	 * Returns the calls without the response 200.
	 * @return the statuses and exceptions
	 */
	Queue<Object> failures() {
		return this.failures;
	}

	/**
	 * Counts the calls with the response 200.
	 * @return the number
	 */
	int accepted() {
		return this.accepted.get();
	}

	/**
	 * Sends no more calls and waits until all have completed.
	 */
	void finish() {
		this.pacer.shutdown();
		Awaitility.await()
			.atMost(Deployment.HANG_GUARD)
			.until(() -> this.pacer.isTerminated() && this.accepted.get() + this.failures.size() == this.sent.get());
	}

	@Override
	public void close() {
		finish();
	}

	private void call() {
		this.sent.incrementAndGet();
		this.application.status().subscribe(this::succeeded, this.failures::add);
	}

	private void succeeded(int status) {
		if (status == 200) {
			this.accepted.incrementAndGet();
		}
		else {
			this.failures.add(status);
		}
	}

}
