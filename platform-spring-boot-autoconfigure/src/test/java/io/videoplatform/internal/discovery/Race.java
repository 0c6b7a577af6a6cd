package io.videoplatform.internal.discovery;

import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Threads that meet when they first read the clock, which each of them does after it has
 * read the state of an entry.
 */
final class Race {

	private final CyclicBarrier barrier;

	private final Map<Thread, Integer> steps = new ConcurrentHashMap<>();

	Race(int racers) {
		this.barrier = new CyclicBarrier(racers);
	}

	/**
	 * Let the current thread take part.
	 */
	void enter() {
		this.steps.put(Thread.currentThread(), 0);
	}

	/**
	 * Note that the current thread reads the clock.
	 */
	void step() {
		Integer step = this.steps.computeIfPresent(Thread.currentThread(), (thread, steps) -> steps + 1);
		if (step != null && step == 1) {
			meet();
		}
	}

	private void meet() {
		try {
			this.barrier.await(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException | BrokenBarrierException | TimeoutException ex) {
			throw new IllegalStateException("The others did not come", ex);
		}
	}

}
