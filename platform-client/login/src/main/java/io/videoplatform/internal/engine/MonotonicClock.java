package io.videoplatform.internal.engine;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

import org.springframework.beans.factory.ObjectProvider;

/**
 * The engine's clock: it starts at the system's time and only moves forward, even if the
 * system's time is set back.
 */
public final class MonotonicClock extends Clock {

	private static final long NANOS_PER_MILLI = 1_000_000;

	/**
	 * Whole milliseconds: else {@link #millis()} would at times be behind
	 * {@link #instant()}. The next one, so that nobody is early who waits by the clock of
	 * the system until an attempt is due.
	 */
	private final Instant start = Instant.now().truncatedTo(ChronoUnit.MILLIS).plusMillis(1);

	private final long startMillis = this.start.toEpochMilli();

	private final long startNanos = System.nanoTime();

	/**
	 * Return the clock that determines what the starter does. A business clock of the
	 * application does not.
	 * @param own the clock of tests, the bean {@code platformClock}
	 * @return it, or a new one
	 */
	public static Clock unless(ObjectProvider<Clock> own) {
		return own.getIfAvailable(MonotonicClock::new);
	}

	@Override
	public ZoneId getZone() {
		return ZoneOffset.UTC;
	}

	/**
	 * Nothing asks it for a date.
	 */
	@Override
	public Clock withZone(ZoneId zone) {
		return this;
	}

	@Override
	public Instant instant() {
		return this.start.plusNanos(System.nanoTime() - this.startNanos);
	}

	@Override
	public long millis() {
		return this.startMillis + (System.nanoTime() - this.startNanos) / NANOS_PER_MILLI;
	}

}
