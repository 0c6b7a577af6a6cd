package io.videoplatform.internal.http;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Time that goes on from where it was when a clock is set back.
 */
class SteadyClockTests {

	private final MovableClock clock = new MovableClock();

	private final SteadyClock steady = new SteadyClock(this.clock);

	@Test
	void instantWhenClockAdvancesThenFollows() {
		this.clock.advance(Duration.ofHours(5));
		assertThat(this.steady.instant()).isEqualTo(this.clock.instant());
		assertThat(this.steady.lastSetBack()).isEqualTo(Instant.MIN);
	}

	@Test
	void instantWhenClockIsSetBackThenGoesOn() {
		Instant before = this.steady.instant();
		this.clock.advance(Duration.ofHours(-1));
		Instant after = this.steady.instant();
		assertThat(after).isEqualTo(before.plusNanos(1)).isEqualTo(this.steady.lastSetBack());
		assertThat(this.steady.wall(after)).isEqualTo(this.clock.instant());
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(this.steady.instant()).isEqualTo(after.plusSeconds(5));
		assertThat(this.steady.wall(this.steady.instant())).isEqualTo(this.clock.instant());
	}

	@Test
	void instantWhenClockIsSetForwardAndBackThenNeverGoesBack() {
		Instant before = this.steady.instant();
		this.clock.advance(Duration.ofDays(1));
		Instant forward = this.steady.instant();
		this.clock.advance(Duration.ofDays(-1));
		assertThat(forward).isEqualTo(before.plus(Duration.ofDays(1)));
		assertThat(this.steady.instant()).isAfter(forward);
		assertThat(this.steady.wall(this.steady.instant())).isEqualTo(this.clock.instant());
	}

	@Test
	void instantWhenClockIsCorrectedALittleThenNotSetBack() {
		Instant before = this.steady.instant();
		this.clock.advance(Duration.ofMillis(-900));
		assertThat(this.steady.instant()).isEqualTo(before);
		assertThat(this.steady.lastSetBack()).isEqualTo(Instant.MIN);
	}

	@Test
	void instantWhenThreadsRaceThenNotSetBack() throws InterruptedException {
		TickingClock ticking = new TickingClock();
		SteadyClock raced = new SteadyClock(ticking);
		ExecutorService threads = Executors.newFixedThreadPool(4);
		for (int i = 0; i < 10_000; i++) {
			threads.execute(raced::instant);
		}
		threads.shutdown();
		assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
		assertThat(raced.lastSetBack()).isEqualTo(Instant.MIN);
		assertThat(raced.wall(Instant.EPOCH)).isEqualTo(Instant.EPOCH);
	}

	/**
	 * A clock that is two seconds later each time that it is read.
	 */
	private static final class TickingClock extends Clock {

		private final AtomicLong reads = new AtomicLong();

		@Override
		public Instant instant() {
			return Instant.EPOCH.plusSeconds(2 * this.reads.incrementAndGet());
		}

		@Override
		public ZoneId getZone() {
			return ZoneOffset.UTC;
		}

		@Override
		public Clock withZone(ZoneId zone) {
			return this;
		}

	}

}
