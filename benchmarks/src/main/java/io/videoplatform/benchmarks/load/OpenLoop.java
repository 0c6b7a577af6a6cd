package io.videoplatform.benchmarks.load;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Sends calls at a fixed rate, whether or not earlier ones have completed. Each is timed
 * from the moment at which it was to be sent, so that a stall is charged to all whom it
 * kept waiting.
 */
final class OpenLoop {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final Supplier<? extends Mono<?>> call;

	private final long interval;

	private final Recorder successes = new Recorder(3);

	private final Recorder failures = new Recorder(3);

	private final Map<String, Throwable> kinds = new ConcurrentHashMap<>();

	private final Phaser underWay = new Phaser(1);

	OpenLoop(int callsPerSecond, Supplier<? extends Mono<?>> call) {
		this.call = call;
		this.interval = TimeUnit.SECONDS.toNanos(1) / callsPerSecond;
	}

	Result run(Duration duration) {
		long start = System.nanoTime();
		long end = start + duration.toNanos();
		for (long intended = start; intended < end; intended += this.interval) {
			awaitTime(intended);
			send(intended);
		}
		try {
			this.underWay.awaitAdvanceInterruptibly(this.underWay.arriveAndDeregister(), PATIENCE.toMillis(),
					TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException | TimeoutException ex) {
			throw new IllegalStateException("%d calls never completed".formatted(this.underWay.getUnarrivedParties()),
					ex);
		}
		return new Result(this.successes.getIntervalHistogram(), this.failures.getIntervalHistogram(), this.kinds);
	}

	private void send(long intended) {
		this.underWay.register();
		this.call.get().subscribe(null, (ex) -> end(intended, ex), () -> end(intended, null));
	}

	private void end(long intended, @Nullable Throwable failure) {
		long took = Math.max(0, System.nanoTime() - intended);
		if (failure == null) {
			this.successes.recordValue(took);
		}
		else {
			this.failures.recordValue(took);
			this.kinds.putIfAbsent(failure.getClass().getSimpleName(), failure);
		}
		this.underWay.arriveAndDeregister();
	}

	private static void awaitTime(long intended) {
		long left = intended - System.nanoTime();
		while (left > 0) {
			LockSupport.parkNanos(left);
			left = intended - System.nanoTime();
		}
	}

	/**
	 * What came of the calls, times in nanoseconds.
	 *
	 * @param successes duration of the calls that succeeded
	 * @param failures how long failures took
	 * @param kinds one failure of each kind
	 */
	record Result(Histogram successes, Histogram failures, Map<String, Throwable> kinds) {

	}

}
