package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.store.StoreUnavailableException;
import io.videoplatform.internal.store.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows of its store from the operations on it. An outage is published once,
 * at its second failure, and so is its end; an outage that follows another one within a
 * minute is published when the minute is over.
 */
final class StoreStatus {

	private static final Duration QUIET = Duration.ofMinutes(1);

	private static final String OTHER_KEYS = "The store is used with another key: its records count as unreadable, not"
			+ " as absent, and none is read or written. Set 'platform.store.encryption.index-key', or"
			+ " 'platform.store.encryption.keys' if it holds one key, to the key of the other nodes";

	private static final String UNREADABLE = "%s. It counts neither as absent nor as ended. Compare"
			+ " 'platform.store.encryption.keys' with those of the other nodes";

	private final Clock clock;

	private final EventPublisher events;

	private final AtomicReference<@Nullable Problem> problem = new AtomicReference<>();

	private final AtomicLong problems = new AtomicLong();

	private final AtomicLong unreadable = new AtomicLong();

	private final AtomicReference<@Nullable Instant> lastWarning = new AtomicReference<>();

	private volatile boolean known;

	private volatile boolean closed;

	StoreStatus(EventPublisher events) {
		this.clock = events.clock();
		this.events = events;
	}

	/**
	 * Note that the engine has responded.
	 */
	void responded() {
		this.known = true;
		Problem last = this.problem.get();
		if (last != null && last.kind() == Kind.UNREACHABLE) {
			end(last);
		}
	}

	/**
	 * Note that the keys are those of the store.
	 */
	void accepted() {
		this.known = true;
		Problem last = this.problem.get();
		if (last != null) {
			end(last);
		}
	}

	private void end(Problem last) {
		if (this.problem.compareAndSet(last, null)) {
			Duration time = Duration.between(last.since(), this.clock.instant());
			this.events.publish(PlatformStep.STORE, last.published() ? Level.INFO : Level.DEBUG,
					"The store is usable again after %d s".formatted(time.toSeconds()));
		}
	}

	/**
	 * Note a failure.
	 */
	void failed(Throwable failure) {
		if (this.closed) {
			return;
		}
		if (failure instanceof StoreUnavailableException) {
			begin(Kind.UNREACHABLE, Level.WARN,
					"%s. Tokens are used as long as they are valid, and are not refreshed until the store is back"
						.formatted(failure.getMessage()));
		}
		else if (failure instanceof UnreadableRecordException) {
			begin(Kind.OTHER_KEYS, Level.ERROR, OTHER_KEYS);
		}
	}

	private void begin(Kind kind, Level level, String message) {
		this.problems.incrementAndGet();
		Problem last = this.problem.get();
		Instant now = this.clock.instant();
		if (last == null || last.kind() != kind) {
			boolean published = kind == Kind.OTHER_KEYS;
			change(last, new Problem(kind, now, published), published ? level : Level.DEBUG, message);
		}
		else if (!last.published() && mayWarn(now)) {
			change(last, new Problem(kind, last.since(), true), level, message);
		}
	}

	private void change(@Nullable Problem last, Problem next, Level level, String message) {
		if (this.problem.compareAndSet(last, next)) {
			this.events.publish(PlatformStep.STORE, level, message);
		}
	}

	private boolean mayWarn(Instant now) {
		Instant last = this.lastWarning.get();
		return (last == null || now.isAfter(last.plus(QUIET))) && this.lastWarning.compareAndSet(last, now);
	}

	/**
	 * Note a record that this node cannot read.
	 */
	void unreadable(UnreadableRecordException failure) {
		boolean first = this.unreadable.getAndIncrement() == 0;
		this.events.publish(PlatformStep.STORE, first ? Level.ERROR : Level.DEBUG,
				UNREADABLE.formatted(failure.getMessage()));
	}

	/**
	 * Note that something could not be written, or not in time.
	 */
	void lost(Throwable failure) {
		this.events.publish(PlatformStep.STORE,
				(this.closed || failure instanceof StoreUnavailableException) ? Level.DEBUG : Level.WARN,
				"The store could not be used: %s".formatted(failure));
	}

	/**
	 * Note that failures from now on mean nothing.
	 */
	void close() {
		this.closed = true;
	}

	/**
	 * Return how many failures there were. What was found out before the last one may not
	 * hold any more.
	 */
	long problems() {
		return this.problems.get();
	}

	/**
	 * Return whether the engine has responded at least once.
	 */
	boolean isKnown() {
		return this.known;
	}

	@Nullable Problem problem() {
		return this.problem.get();
	}

	long unreadable() {
		return this.unreadable.get();
	}

	/**
	 * Why the store is of no use.
	 *
	 * @param kind what is wrong
	 * @param since since when
	 * @param published whether it was published
	 */
	record Problem(Kind kind, Instant since, boolean published) {

	}

	/**
	 * What may be wrong with a store.
	 */
	enum Kind {

		/**
		 * It does not respond.
		 */
		UNREACHABLE("The store does not respond"),

		/**
		 * Its records are written with other keys.
		 */
		OTHER_KEYS("The store is used with other keys");

		private final String text;

		Kind(String text) {
			this.text = text;
		}

		String text() {
			return this.text;
		}

	}

}
