package io.videoplatform.transport;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Time that never goes back. It follows a clock forward and goes on from where it was
 * when the clock is set back. How much time has really passed then is unknown, so what
 * began before {@link #lastSetBack()} is no reason to wait, nor to use something without
 * asking.
 *
 * <p>
 * After the clock was set back, times are ahead of it; {@link #wall(Instant)} gives the
 * time as the clock will show it.
 *
 * @since 0.1.0
 */
public final class SteadyClock {

	/**
	 * Corrections of the system's time that nobody made by hand.
	 */
	private static final Duration TOLERANCE = Duration.ofSeconds(1);

	private final Clock clock;

	private final AtomicReference<Reading> last;

	/**
	 * Create a new instance.
	 * @param clock the clock to follow
	 */
	public SteadyClock(Clock clock) {
		this.clock = clock;
		this.last = new AtomicReference<>(new Reading(clock.instant(), Duration.ZERO, Instant.MIN));
	}

	/**
	 * Return the current time, which is never before a time that was returned earlier.
	 * @return the time
	 */
	public Instant instant() {
		// The clock is read after the last reading, and again when another thread was
		// faster: threads that race are not mistaken for a clock that was set back.
		Reading now = this.last.updateAndGet((before) -> Objects.requireNonNull(before).next(this.clock.instant()));
		return Objects.requireNonNull(now).steady();
	}

	/**
	 * Return when the clock was last seen to be set back by more than a second.
	 * @return the time by this clock, later than all times that it returned before
	 */
	public Instant lastSetBack() {
		return Objects.requireNonNull(this.last.get()).setBack();
	}

	/**
	 * Return a time as the clock shows it, for people, messages and other machines.
	 * @param steady a time by this clock
	 * @return the time by the clock that is followed
	 */
	public Instant wall(Instant steady) {
		return steady.minus(Objects.requireNonNull(this.last.get()).ahead());
	}

	/**
	 * One look at the clock.
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
