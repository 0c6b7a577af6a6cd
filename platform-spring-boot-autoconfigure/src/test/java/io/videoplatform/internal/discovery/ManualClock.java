package io.videoplatform.internal.discovery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until a test moves it.
 */
final class ManualClock extends Clock {

	static final Instant START = Instant.parse("2026-11-01T12:00:00Z");

	private final AtomicReference<Instant> now = new AtomicReference<>(START);

	void advance(Duration duration) {
		this.now.updateAndGet((instant) -> instant.plus(duration));
	}

	void set(Instant instant) {
		this.now.set(instant);
	}

	@Override
	public Instant instant() {
		return this.now.get();
	}

	@Override
	public ZoneId getZone() {
		return ZoneOffset.UTC;
	}

	@Override
	public Clock withZone(ZoneId zone) {
		throw new UnsupportedOperationException("this clock has no other zone");
	}

}
