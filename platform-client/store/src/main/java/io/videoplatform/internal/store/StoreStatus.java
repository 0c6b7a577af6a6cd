package io.videoplatform.internal.store;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

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
 * at its second failure, or at the first one if waiting does not help, and so is its end.
 * An engine may refuse writes and allow reads: an outage in which a write was refused
 * ends with a write.
 */
public final class StoreStatus {

	private static final String OUTAGE = "%s. Tokens are used as long as they are valid, and are not refreshed until the store is back";

	private static final String OTHER_KEYS = "The store is used with another key: its records count as unreadable, not"
			+ " as absent, and none is read or written";

	private static final String UNREADABLE = "%s. It counts neither as absent nor as ended";

	private final EventPublisher events;

	private final AtomicLong unreadable = new AtomicLong();

	private volatile @Nullable Problem problem;

	private volatile boolean known;

	private volatile boolean closed;

	StoreStatus(EventPublisher events) {
		this.events = events;
	}

	/**
	 * Note that the engine has responded.
	 * @param written whether it has written
	 */
	void succeeded(boolean written) {
		this.known = true;
		Problem last = (this.problem != null) ? ended(written) : null;
		if (last != null) {
			Duration time = Duration.between(last.since(), this.events.clock().instant());
			this.events.publish(PlatformStep.STORE, last.published() ? Level.INFO : Level.DEBUG,
					"The store is usable again after %d s".formatted(time.toSeconds()));
		}
	}

	private synchronized @Nullable Problem ended(boolean written) {
		Problem last = this.problem;
		if (last == null || (last.writing() && !written)) {
			return null;
		}
		this.problem = null;
		return last;
	}

	/**
	 * Note a failure.
	 */
	void failed(StoreException failure, boolean writing) {
		if (this.closed) {
			return;
		}
		PlatformError error = failure.error();
		boolean publishes = begin(failure, writing);
		String message = (error == PlatformError.STORE_KEYS) ? OTHER_KEYS : OUTAGE.formatted(failure.getMessage());
		Level level = (error == PlatformError.STORE) ? Level.WARN : Level.ERROR;
		publish(publishes ? level : Level.DEBUG, error, message);
	}

	/**
	 * Note a failure as a part of an outage.
	 * @return whether the outage is to be published now
	 */
	private synchronized boolean begin(StoreException failure, boolean writing) {
		PlatformError error = failure.error();
		Problem last = (this.problem != null && this.problem.error() == error) ? this.problem : null;
		boolean publishes = (last != null) ? !last.published() : error != PlatformError.STORE;
		StoreUnavailableException unavailable = (failure instanceof StoreUnavailableException lost) ? lost : null;
		boolean refused = writing && unavailable != null && unavailable.isRefusal();
		String reason = (unavailable != null) ? unavailable.getReason() : null;
		this.problem = (last != null)
				? new Problem(error, (reason != null) ? reason : last.reason(), last.since(),
						last.published() || publishes, last.writing() || refused)
				: new Problem(error, reason, this.events.clock().instant(), publishes, refused);
		return publishes;
	}

	/**
	 * Note a record that this node cannot read, or that something could not be written,
	 * or not in time.
	 */
	void lost(Throwable failure) {
		if (failure instanceof UnreadableRecordException) {
			boolean first = this.unreadable.getAndIncrement() == 0;
			publish(first ? Level.ERROR : Level.DEBUG, PlatformError.STORE_KEYS,
					UNREADABLE.formatted(failure.getMessage()));
			return;
		}
		publish((this.closed || failure instanceof StoreUnavailableException) ? Level.DEBUG : Level.WARN,
				PlatformError.STORE, "The store could not be used: %s".formatted(failure));
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
	 * Return whether the engine has responded at least once.
	 */
	public boolean isKnown() {
		return this.known;
	}

	/**
	 * Return why the store is of no use, or {@code null} if it is.
	 */
	public @Nullable Problem problem() {
		return this.problem;
	}

	/**
	 * Return how many records this node could not read.
	 */
	public long unreadable() {
		return this.unreadable.get();
	}

	/**
	 * Why the store is of no use.
	 *
	 * @param error the entry of the catalogue
	 * @param reason the kind of what is behind it, or {@code null} if none is known
	 * @param since since when
	 * @param published whether it was published
	 * @param writing whether a write was refused, so that a read does not end it
	 */
	public record Problem(PlatformError error, @Nullable String reason, Instant since, boolean published,
			boolean writing) {

		/**
		 * Return what is wrong, for health.
		 */
		public String text() {
			String text = this.writing ? "The store does not take writes" : switch (this.error) {
				case STORE_TABLE -> "The table of the store does not exist or lacks a column";
				case STORE_KEYS -> "The store is used with other keys";
				default -> "The store cannot be used";
			};
			return (this.reason != null) ? "%s: %s".formatted(text, this.reason) : text;
		}

	}

}
