package io.videoplatform.transport;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Time that never goes back: it follows a clock forward and stands still while the clock
 * is set back, so that a lifetime or a pause that has begun neither lengthens nor starts
 * again. After the clock was set back, times are ahead of it by what it was set back;
 * {@link #wall(Instant)} gives the time as the clock will show it.
 *
 * @since 0.1.0
 */
public final class SteadyClock {

	private final Clock clock;

	private final AtomicReference<Reading> last;

	/**
	 * Create a new instance.
	 * @param clock the clock to follow
	 */
	public SteadyClock(Clock clock) {
		this.clock = clock;
		this.last = new AtomicReference<>(new Reading(clock.instant(), Duration.ZERO));
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
	 */
	private record Reading(Instant wall, Duration ahead) {

		Reading next(Instant now) {
			boolean setBack = now.isBefore(this.wall);
			return new Reading(now, setBack ? this.ahead.plus(Duration.between(now, this.wall)) : this.ahead);
		}

		Instant steady() {
			return this.wall.plus(this.ahead);
		}

	}

}
