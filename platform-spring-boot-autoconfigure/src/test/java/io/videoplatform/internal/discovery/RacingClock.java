package io.videoplatform.internal.discovery;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A clock at which racing threads meet: the second time that each of them asks for the
 * time, which is after it has read the state of an entry, it waits for the others.
 */
final class RacingClock extends Clock {

	private final Clock clock;

	private final CyclicBarrier barrier;

	private final Map<Thread, Integer> calls = new ConcurrentHashMap<>();

	RacingClock(Clock clock, int racers) {
		this.clock = clock;
		this.barrier = new CyclicBarrier(racers);
	}

	void enter() {
		this.calls.put(Thread.currentThread(), 0);
	}

	@Override
	public Instant instant() {
		Integer call = this.calls.computeIfPresent(Thread.currentThread(), (thread, calls) -> calls + 1);
		if (call != null && call == 2) {
			meet();
		}
		return this.clock.instant();
	}

	private void meet() {
		try {
			this.barrier.await(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException | BrokenBarrierException | TimeoutException ex) {
			throw new IllegalStateException("the others did not come", ex);
		}
	}

	@Override
	public ZoneId getZone() {
		return this.clock.getZone();
	}

	@Override
	public Clock withZone(ZoneId zone) {
		throw new UnsupportedOperationException("this clock has no other zone");
	}

}
