package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Instant;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;

/**
 * Creates the exceptions and publishes the events of a document: an event at WARN for
 * each cause of an outage, one at INFO when it ends, the others at DEBUG.
 *
 * @param reader reads the document
 * @param url its URL, without query
 * @param events publishes the events
 */
record DocumentReporter(DocumentReader<?> reader, URI url, EventPublisher events) {

	static DocumentReporter of(DocumentReader<?> reader, DocumentContext context) {
		return new DocumentReporter(reader, PrintableUrl.of(reader.url()), context.events());
	}

	/**
	 * Return the exception for callers after a failed request.
	 * @param failed the request that failed
	 * @param flight the request that is under way
	 * @return a new exception
	 */
	PlatformException exception(FailedAttempt failed, @Nullable DocumentFlight<?> flight) {
		DocumentFailure reason = failed.reason();
		Instant next = nextAttempt(failed, flight);
		return exception(step(reason), reason.error(), describe(reason, next), reason.isRetryable(), next,
				reason.getCause());
	}

	/**
	 * Return the exception for a request that nothing else depends on.
	 * @param reason why it failed, which becomes the cause
	 * @return a new exception
	 */
	PlatformException exception(DocumentFailure reason) {
		return exception(step(reason), reason.error(), reason.getMessage(), reason.isRetryable(), null, reason);
	}

	private PlatformStep step(DocumentFailure reason) {
		return (reason.refusedBy() != null) ? reason.refusedBy() : this.reader.step();
	}

	private static String describe(DocumentFailure reason, Instant next) {
		return "%s; next attempt at %s".formatted(reason.getMessage(), next);
	}

	/**
	 * Return the exception for a caller whose time ends before the request does.
	 * @return a new exception
	 */
	PlatformException unfinished() {
		return exception(this.reader.step(), PlatformError.TIMEOUT, "no complete response yet", true, null, null);
	}

	/**
	 * Return the exception for callers once the application closes.
	 * @return a new exception
	 */
	PlatformException closing() {
		return exception(this.reader.step(), PlatformError.CLOSING, "the application is closing", false, null, null);
	}

	private PlatformException exception(PlatformStep step, PlatformError error, String reason, boolean retryable,
			@Nullable Instant next, @Nullable Throwable cause) {
		return this.reader.exception(explain(error, message(step, reason)), error, step, this.url, retryable, next,
				cause);
	}

	private String explain(PlatformError error, String message) {
		return "%s. %s".formatted(message, this.reader.cure(error));
	}

	private String message(PlatformStep step, String reason) {
		return "%s at %s failed: %s".formatted(step, this.url, reason);
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
		boolean recovered = before != null && !before.reported().isEmpty();
		publish(recovered ? Level.INFO : Level.DEBUG, "%s at %s %s; fresh until %s".formatted(this.reader.step(),
				this.url, recovered ? "succeeds again" : "succeeded", freshUntil));
	}

	/**
	 * Report a failure. A refused document is reported by the step that refuses it.
	 */
	void failed(FailedAttempt attempt, @Nullable CachedDocument<?> used) {
		DocumentFailure reason = attempt.reason();
		Level level = (reason.refusedBy() == null) ? attempt.reported().report(reason.error()) : Level.DEBUG;
		String use = (used != null) ? "; what is held stays in use until " + used.staleUntil() : "";
		String message = message(step(reason), describe(reason, attempt.nextAttempt()) + use);
		this.events.publish(this.reader.step(), level, reason.error(), explain(reason.error(), message));
	}

	private void publish(Level level, String message) {
		this.events.publish(this.reader.step(), level, message);
	}

	/**
	 * Return what is held, with times of the wall clock.
	 */
	DocumentSnapshot snapshot(DocumentState<?> state) {
		CachedDocument<?> held = state.last();
		FailedAttempt failed = state.failure();
		return new DocumentSnapshot(this.reader.step(), this.url, state.requests(),
				(held != null) ? held.fetchedAt() : null, (held != null) ? held.refreshAt() : null,
				(held != null) ? held.staleUntil() : null, (failed != null) ? failed.count() : 0,
				(failed != null) ? failed.nextAttempt() : null, (failed != null) ? failed.reason().getMessage() : null,
				(failed != null) ? failed.since() : null, (failed != null) ? failed.reason().errorType() : null);
	}

}
