package io.videoplatform.internal.engine;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

import org.springframework.beans.factory.ObjectProvider;

/**
 * The engine's clock: it starts at the system's time and only moves forward, even if the
 * system's time is set back.
 */
public final class MonotonicClock extends Clock {

	private static final long NANOS_PER_MILLI = 1_000_000;

	private final ZoneId zone;

	private final Instant start;

	private final long startNanos;

	private final long startMillis;

	/**
	 * What the start is later than its milliseconds: without it {@link #millis()} would
	 * at times be behind {@link #instant()}.
	 */
	private final long startRest;

	MonotonicClock() {
		this(ZoneOffset.UTC, System.nanoTime(), Instant.now());
	}

	private MonotonicClock(ZoneId zone, long startNanos, Instant start) {
		this.zone = zone;
		this.startNanos = startNanos;
		this.start = start;
		this.startMillis = start.toEpochMilli();
		this.startRest = start.getNano() % NANOS_PER_MILLI;
	}

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
		return this.zone;
	}

	@Override
	public Clock withZone(ZoneId zone) {
		return new MonotonicClock(zone, this.startNanos, this.start);
	}

	@Override
	public Instant instant() {
		return this.start.plusNanos(System.nanoTime() - this.startNanos);
	}

	@Override
	public long millis() {
		return this.startMillis + (System.nanoTime() - this.startNanos + this.startRest) / NANOS_PER_MILLI;
	}

}
