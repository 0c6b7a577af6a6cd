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
 * Creates the exceptions and publishes the events of a document: an event at WARN when an
 * outage begins, one at INFO when it ends, the others at DEBUG.
 *
 * @param definition what the document is
 * @param url its URL, without query
 * @param clock the clock, for times in messages
 * @param events publishes the events
 */
record DocumentReporter(DocumentDefinition<?> definition, URI url, SteadyClock clock, EventPublisher events) {

	static DocumentReporter of(DocumentDefinition<?> definition, DocumentContext context) {
		return new DocumentReporter(definition, PrintableUrl.of(definition.url()), context.clock(), context.events());
	}

	/**
	 * Return the exception for callers after a failed request.
	 * @param failed the request that failed
	 * @param flight the request that is under way
	 * @return a new exception
	 */
	PlatformException exception(FailedAttempt failed, @Nullable DocumentFlight<?> flight) {
		DocumentFailure reason = failed.reason();
		PlatformStep step = (reason.refusedBy() != null) ? reason.refusedBy() : this.definition.step();
		Instant next = this.clock.wall(nextAttempt(failed, flight));
		return exception(step, "%s; next attempt at %s".formatted(reason.getMessage(), next), reason.isRetryable(),
				next, reason.getCause());
	}

	/**
	 * Return the exception for a caller whose time ends before the request does.
	 * @return a new exception
	 */
	PlatformException unfinished() {
		return exception(this.definition.step(), "no complete response yet", true, null, null);
	}

	/**
	 * Return the exception for callers once the application closes.
	 * @return a new exception
	 */
	PlatformException closing() {
		return exception(this.definition.step(), "the application is closing", false, null, null);
	}

	private PlatformException exception(PlatformStep step, String reason, boolean retryable, @Nullable Instant next,
			@Nullable Throwable cause) {
		return this.definition.exception("%s at %s failed: %s".formatted(step, this.url, reason), step, this.url,
				retryable, next, cause);
	}

	/**
	 * A request that is under way may take as long as the last one and fail again; only
	 * the attempt after it is sure to find a host that has recovered.
	 */
	private static Instant nextAttempt(FailedAttempt failed, @Nullable DocumentFlight<?> flight) {
		return (flight != null) ? flight.started().plus(failed.took()).plus(failed.maxNextPause())
				: failed.nextAttempt();
	}

	void succeeded(@Nullable FailedAttempt before, Instant freshUntil) {
		boolean recovered = wasReported(before);
		publish(recovered ? Level.INFO : Level.DEBUG, "%s at %s %s; fresh until %s".formatted(this.definition.step(),
				this.url, recovered ? "succeeds again" : "succeeded", this.clock.wall(freshUntil)));
	}

	void failed(@Nullable FailedAttempt before, FailedAttempt attempt, @Nullable Freshness used) {
		boolean begins = !wasReported(before) && attempt.reason().refusedBy() == null;
		String use = (used != null) ? "; what is held stays in use until " + this.clock.wall(used.staleUntil()) : "";
		publish(begins ? Level.WARN : Level.DEBUG, exception(attempt, null).getMessage() + use);
	}

	/**
	 * A refused document is reported by the step that refuses it.
	 */
	private static boolean wasReported(@Nullable FailedAttempt before) {
		return before != null && before.reason().refusedBy() == null;
	}

	private void publish(Level level, String message) {
		this.events.publish(this.definition.step(), level, message);
	}

	/**
	 * Return what is held, with times of the wall clock.
	 */
	DocumentSnapshot snapshot(DocumentState<?> state) {
		Freshness held = state.freshness();
		FailedAttempt failed = state.failure();
		return new DocumentSnapshot(this.definition.step(), this.url, state.requests(),
				(held != null) ? this.clock.wall(held.fetchedAt()) : null,
				(held != null) ? this.clock.wall(held.freshUntil()) : null,
				(held != null) ? this.clock.wall(held.staleUntil()) : null, (failed != null) ? failed.count() : 0,
				(failed != null) ? this.clock.wall(failed.nextAttempt()) : null,
				(failed != null) ? failed.reason().getMessage() : null);
	}

}
