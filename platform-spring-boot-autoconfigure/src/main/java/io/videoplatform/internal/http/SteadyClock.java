package io.videoplatform.internal.http;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Time that never goes back. It follows a clock forward and continues from where it was
 * when the clock is set back. How much time has really passed then is unknown: a pause
 * that began before {@link #lastSetBack()} is over, and a document that was received
 * before is stale.
 *
 * <p>
 * After the clock was set back, times are ahead of it; {@link #wall(Instant)} converts
 * them to times of the clock.
 */
public final class SteadyClock {

	/**
	 * Corrections that time synchronization makes.
	 */
	private static final Duration TOLERANCE = Duration.ofSeconds(1);

	private final Clock clock;

	private final AtomicReference<@Nullable Reading> last = new AtomicReference<>();

	/**
	 * Create a new instance.
	 * @param clock the clock to follow
	 */
	public SteadyClock(Clock clock) {
		this.clock = clock;
	}

	/**
	 * Return the current time, which is never before a time that was returned earlier.
	 * @return the time
	 */
	public Instant instant() {
		// The clock is read after the last reading, and again when another thread was
		// faster: threads that race are not mistaken for a clock that was set back.
		Reading now = this.last.updateAndGet((before) -> next(before, this.clock.instant()));
		return Objects.requireNonNull(now).steady();
	}

	private static Reading next(@Nullable Reading before, Instant now) {
		return (before != null) ? before.next(now) : new Reading(now, Duration.ZERO, Instant.MIN);
	}

	/**
	 * Return when the clock was last seen to be set back by more than a second.
	 * @return the time by this clock, later than all times that it returned before
	 */
	public Instant lastSetBack() {
		Reading now = this.last.get();
		return (now != null) ? now.setBack() : Instant.MIN;
	}

	/**
	 * Return a time as the clock shows it, for messages and other machines.
	 * @param steady a time by this clock
	 * @return the time by the clock that is followed
	 */
	public Instant wall(Instant steady) {
		Reading now = this.last.get();
		return (now != null) ? steady.minus(now.ahead()) : steady;
	}

	/**
	 * One reading of the clock.
	 *
	 * @param wall what it showed
	 * @param ahead by how much it has been set back in all
	 * @param setBack when it was last set back
	 */
	private record Reading(Instant wall, Duration ahead, Instant setBack) {

		Reading next(Instant now) {
			if (!now.isBefore(this.wall)) {
				return new Reading(now, this.ahead, this.setBack);
			}
			Duration back = Duration.between(now, this.wall);
			if (back.compareTo(TOLERANCE) <= 0) {
				return new Reading(now, this.ahead.plus(back), this.setBack);
			}
			Reading after = new Reading(now, this.ahead.plus(back).plusNanos(1), this.setBack);
			return new Reading(now, after.ahead(), after.steady());
		}

		Instant steady() {
			return this.wall.plus(this.ahead);
		}

	}

}
