package io.videoplatform.internal.store;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.token.shared.StoreException;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows of its store from the operations on it. An outage is published once,
 * at its second failure, or at the first one if a table is missing, and so is its end; an
 * outage that follows another one within a minute is published when the minute is over.
 * An engine may refuse writes and allow reads: an outage in which a write was refused
 * ends with a write.
 */
public final class StoreStatus {

	private static final Duration QUIET = Duration.ofMinutes(1);

	private static final String OTHER_KEYS = "The store is used with another key: its records count as unreadable, not"
			+ " as absent, and none is read or written";

	private static final String RESTORED = "The store has lost a record, which this node has written again. A login"
			+ " whose record was lost is not refreshed for some seconds, because another node may have sent its refresh token";

	private static final String UNREADABLE = "%s. It counts neither as absent nor as ended";

	private final Clock clock;

	private final EventPublisher events;

	private final AtomicReference<@Nullable Problem> problem = new AtomicReference<>();

	private final AtomicLong problems = new AtomicLong();

	private final AtomicLong unreadable = new AtomicLong();

	private final AtomicReference<@Nullable Instant> lastWarning = new AtomicReference<>();

	private final AtomicReference<@Nullable Instant> lastLoss = new AtomicReference<>();

	private volatile boolean known;

	private volatile boolean closed;

	StoreStatus(EventPublisher events) {
		this.clock = events.clock();
		this.events = events;
	}

	/**
	 * Note that the engine has responded.
	 * @return whether that ends an outage
	 */
	boolean responded() {
		return endIf((last) -> last.kind().isOutage() && !last.writing());
	}

	/**
	 * Note that the engine has written.
	 * @return whether that ends an outage
	 */
	boolean written() {
		return endIf((last) -> last.kind().isOutage());
	}

	/**
	 * Note that the keys are those of the store.
	 * @return whether that ends an outage
	 */
	boolean accepted() {
		return endIf((last) -> !last.writing());
	}

	private boolean endIf(Predicate<Problem> over) {
		this.known = true;
		Problem last = this.problem.get();
		return last != null && over.test(last) && end(last) && last.kind().isOutage();
	}

	private boolean end(Problem last) {
		boolean ended = this.problem.compareAndSet(last, null);
		if (ended) {
			Duration time = Duration.between(last.since(), this.clock.instant());
			this.events.publish(PlatformStep.STORE, last.published() ? Level.INFO : Level.DEBUG,
					"The store is usable again after %d s".formatted(time.toSeconds()));
		}
		return ended;
	}

	/**
	 * Note a failure.
	 */
	public void failed(Throwable failure) {
		failed(failure, false);
	}

	/**
	 * Note a failure of a write.
	 */
	void writeFailed(Throwable failure) {
		failed(failure, true);
	}

	private void failed(Throwable failure, boolean writing) {
		if (this.closed) {
			return;
		}
		PlatformError error = StoreException.errorOf(failure);
		if (failure instanceof StoreUnavailableException unavailable) {
			boolean missing = error == PlatformError.STORE_TABLE;
			begin(missing ? Kind.NO_TABLE : Kind.UNREACHABLE, unavailable.getReason(),
					writing && unavailable.isRefusal(), missing ? Level.ERROR : Level.WARN,
					"%s. Tokens are used as long as they are valid, and are not refreshed until the store is back"
						.formatted(failure.getMessage()));
		}
		else if (failure instanceof UnreadableRecordException) {
			begin(Kind.OTHER_KEYS, null, false, Level.ERROR, OTHER_KEYS);
		}
	}

	private void begin(Kind kind, @Nullable String reason, boolean writing, Level level, String message) {
		this.problems.incrementAndGet();
		Problem last = this.problem.get();
		Instant now = this.clock.instant();
		if (last == null || last.kind() != kind) {
			boolean published = kind != Kind.UNREACHABLE;
			change(last, new Problem(kind, reason, now, published, writing), published ? level : Level.DEBUG, message);
		}
		else if (!last.published() && mayWarn(this.lastWarning, now)) {
			change(last, new Problem(kind, reason, last.since(), true, last.writing() || writing), level, message);
		}
		else if ((writing && !last.writing()) || (reason != null && !reason.equals(last.reason()))) {
			this.problem.compareAndSet(last, new Problem(kind, (reason != null) ? reason : last.reason(), last.since(),
					last.published(), last.writing() || writing));
		}
	}

	private void change(@Nullable Problem last, Problem next, Level level, String message) {
		if (this.problem.compareAndSet(last, next)) {
			publish(level, next.kind().error(), message);
		}
	}

	private static boolean mayWarn(AtomicReference<@Nullable Instant> lastWarning, Instant now) {
		Instant last = lastWarning.get();
		return (last == null || now.isAfter(last.plus(QUIET))) && lastWarning.compareAndSet(last, now);
	}

	/**
	 * Note a record that this node cannot read.
	 */
	void unreadable(UnreadableRecordException failure) {
		boolean first = this.unreadable.getAndIncrement() == 0;
		publish(first ? Level.ERROR : Level.DEBUG, PlatformError.STORE_KEYS,
				UNREADABLE.formatted(failure.getMessage()));
	}

	/**
	 * Note that something could not be written, or not in time.
	 */
	void lost(Throwable failure) {
		publish((this.closed || failure instanceof StoreUnavailableException) ? Level.DEBUG : Level.WARN,
				PlatformError.STORE, "The store could not be used: %s".formatted(failure));
	}

	/**
	 * Note that this node has written a record again that the store had lost.
	 */
	void restored() {
		boolean warned = mayWarn(this.lastLoss, this.clock.instant());
		publish(warned ? Level.WARN : Level.DEBUG, PlatformError.STORE, RESTORED);
	}

	private void publish(Level level, PlatformError error, String message) {
		this.events.publish(PlatformStep.STORE, level, error, error.explain(message));
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
	public boolean isKnown() {
		return this.known;
	}

	public @Nullable Problem problem() {
		return this.problem.get();
	}

	public long unreadable() {
		return this.unreadable.get();
	}

	/**
	 * Why the store is of no use.
	 *
	 * @param kind what is wrong
	 * @param reason the kind of what is behind it, or {@code null} if none is known
	 * @param since since when
	 * @param published whether it was published
	 * @param writing whether a write has failed, so that a read does not end it
	 */
	public record Problem(Kind kind, @Nullable String reason, Instant since, boolean published, boolean writing) {

		public String text() {
			String text = this.writing ? "The store does not take writes" : this.kind.text();
			return (this.reason != null) ? "%s: %s".formatted(text, this.reason) : text;
		}

	}

	/**
	 * What may be wrong with a store.
	 */
	public enum Kind {

		/**
		 * It does not respond, or refuses.
		 */
		UNREACHABLE("The store cannot be used", PlatformError.STORE),

		/**
		 * It responds that there is no table, or that it lacks a column.
		 */
		NO_TABLE("The table of the store does not exist or lacks a column", PlatformError.STORE_TABLE),

		/**
		 * Its records are written with other keys.
		 */
		OTHER_KEYS("The store is used with other keys", PlatformError.STORE_KEYS);

		private final String text;

		private final PlatformError error;

		Kind(String text, PlatformError error) {
			this.text = text;
			this.error = error;
		}

		public String text() {
			return this.text;
		}

		public PlatformError error() {
			return this.error;
		}

		/**
		 * Return whether it ends when an operation succeeds.
		 */
		public boolean isOutage() {
			return this != OTHER_KEYS;
		}

	}

}
