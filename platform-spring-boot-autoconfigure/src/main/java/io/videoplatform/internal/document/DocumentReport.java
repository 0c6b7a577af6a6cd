package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Instant;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.SteadyClock;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a document, in exceptions and events: an event at WARN when an outage
 * begins, one at INFO when it ends, the rest in detail only.
 *
 * @param source the source of the document
 * @param url its URL, without query
 * @param clock the clock, for times as people see them
 * @param events takes the events
 */
record DocumentReport(DocumentSource<?> source, URI url, SteadyClock clock, EventPublisher events) {

	static DocumentReport of(DocumentSource<?> source, DocumentContext context) {
		return new DocumentReport(source, PrintableUrl.of(source.url()), context.clock(), context.events());
	}

	/**
	 * Return what a caller gets.
	 * @param failed the request that failed
	 * @param flight the request that is under way
	 * @return a new exception
	 */
	PlatformException exception(FailedAttempt failed, @Nullable Flight<?> flight) {
		DocumentFailure reason = failed.reason();
		PlatformStep step = (reason.refusedBy() != null) ? reason.refusedBy() : this.source.step();
		Instant next = this.clock.wall(nextAttempt(failed, flight));
		return exception(step, "%s; next attempt at %s".formatted(reason.getMessage(), next), reason.isRetryable(),
				next, reason.getCause());
	}

	/**
	 * Return what a caller gets who waits no longer than this.
	 * @return a new exception
	 */
	PlatformException unfinished() {
		return exception(this.source.step(), "no complete answer yet", true, null, null);
	}

	/**
	 * Return what a caller gets once the application closes.
	 * @return a new exception
	 */
	PlatformException closing() {
		return exception(this.source.step(), "the application is closing", false, null, null);
	}

	private PlatformException exception(PlatformStep step, String reason, boolean retryable, @Nullable Instant next,
			@Nullable Throwable cause) {
		return this.source.exception("%s at %s failed: %s".formatted(step, this.url, reason), step, this.url, retryable,
				next, cause);
	}

	// While a request is under way that may fail as late as the last one did, only the
	// one
	// after it is sure to find a host that is back.
	private static Instant nextAttempt(FailedAttempt failed, @Nullable Flight<?> flight) {
		return (flight != null) ? flight.started().plus(failed.took()).plus(RetrySchedule.longestAfter(failed))
				: failed.nextAttempt();
	}

	void succeeded(@Nullable FailedAttempt before, Instant freshUntil) {
		boolean recovered = wasReported(before);
		publish(recovered ? Level.INFO : Level.DEBUG, "%s at %s %s; fresh until %s".formatted(this.source.step(),
				this.url, recovered ? "succeeds again" : "succeeded", this.clock.wall(freshUntil)));
	}

	void failed(@Nullable FailedAttempt before, FailedAttempt attempt, @Nullable Freshness used) {
		boolean begins = !wasReported(before) && attempt.reason().refusedBy() == null;
		String use = (used != null) ? "; what is held stays in use until " + this.clock.wall(used.staleUntil()) : "";
		publish(begins ? Level.WARN : Level.DEBUG, exception(attempt, null).getMessage() + use);
	}

	// What is refused is reported by the step that refuses it.
	private static boolean wasReported(@Nullable FailedAttempt before) {
		return before != null && before.reason().refusedBy() == null;
	}

	private void publish(Level level, String message) {
		this.events.publish(this.source.step(), level, message);
	}

	/**
	 * Return what is held, with times as people see them.
	 */
	DocumentSnapshot snapshot(EntryState<?> state) {
		Freshness held = state.freshness();
		FailedAttempt failed = state.failure();
		return new DocumentSnapshot(this.source.step(), this.url, state.requests(),
				(held != null) ? this.clock.wall(held.fetchedAt()) : null,
				(held != null) ? this.clock.wall(held.freshUntil()) : null,
				(held != null) ? this.clock.wall(held.staleUntil()) : null, (failed != null) ? failed.count() : 0,
				(failed != null) ? this.clock.wall(failed.nextAttempt()) : null,
				(failed != null) ? failed.reason().getMessage() : null);
	}

}
