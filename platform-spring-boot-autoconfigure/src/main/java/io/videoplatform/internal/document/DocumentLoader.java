package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

import io.videoplatform.internal.event.ReportedErrors;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.observation.EngineObservation;
import io.videoplatform.internal.observation.EngineObservations;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

/**
 * The state of a document and the requests that change it, one at a time. A request runs
 * on the executor, without the context of the caller that started it, and ends by a timer
 * of its own whatever is thrown.
 *
 * @param <T> the type of the document
 */
final class DocumentLoader<T> {

	/**
	 * How much later than the exchange's own deadline a request ends that has neither
	 * succeeded nor failed, as after an error of the virtual machine, which Reactor does
	 * not signal.
	 */
	private static final Duration GRACE = Duration.ofSeconds(1);

	private static final String FAILED = "FAILED";

	private final DocumentReader<T> reader;

	private final DocumentFetcher<T> fetcher;

	private final Duration limit;

	private final DocumentSettings settings;

	private final DocumentContext context;

	private final DocumentReporter reporter;

	private final AtomicReference<DocumentState<T>> state;

	DocumentLoader(DocumentReader<T> reader, BoundedExchange exchange, DocumentSettings settings,
			DocumentContext context, DocumentReporter reporter) {
		this.reader = reader;
		this.fetcher = new DocumentFetcher<>(reader, exchange, context.clock());
		this.limit = exchange.deadline().plus(GRACE);
		this.settings = settings;
		this.context = context;
		this.reporter = reporter;
		this.state = new AtomicReference<>(new DocumentState<>(0, null, null, null));
	}

	DocumentState<T> current() {
		return Objects.requireNonNull(this.state.get());
	}

	/**
	 * Return the document unless its lifetime has ended.
	 */
	@SuppressWarnings("unchecked")
	@Nullable CachedDocument<T> cached() {
		return (CachedDocument<T>) this.context.cache().getIfPresent(this);
	}

	/**
	 * Start a request.
	 * @param current the state that it is decided upon
	 * @param now the current time
	 * @param background whether its caller does not wait for it
	 * @return the request, or {@code null} if the state has changed meanwhile
	 */
	@Nullable DocumentFlight<T> start(DocumentState<T> current, Instant now, boolean background) {
		DocumentFlight<T> flight = new DocumentFlight<>(now);
		if (!this.state.compareAndSet(current, current.started(flight))) {
			return null;
		}
		try {
			launch(flight, background);
		}
		catch (Throwable ex) {
			end(flight, ex);
		}
		return flight;
	}

	private void launch(DocumentFlight<T> flight, boolean background) {
		EngineObservations observations = this.context.observations();
		EngineObservation observation = observations.discovery(this.reader.step(),
				background ? null : observations.current());
		this.context.failOnClose(flight.result(), this.reporter::closing);
		flight.response()
			.orTimeout(this.limit.toMillis(), TimeUnit.MILLISECONDS)
			.whenComplete((response, failure) -> this.context.run(() -> end(flight, response, failure, observation)));
		try {
			this.context.executor().execute(() -> request(flight, observation));
		}
		catch (Throwable ex) {
			flight.response().completeExceptionally(DocumentFailure.unreachable("the executor takes no more work", ex));
		}
	}

	/**
	 * End a request that has not begun, and that no timer ends.
	 */
	private void end(DocumentFlight<T> flight, Throwable ex) {
		try {
			fail(flight, this.fetcher.reason(ex));
		}
		finally {
			abandon(flight);
		}
	}

	private void request(DocumentFlight<T> flight, EngineObservation observation) {
		try {
			CompletableFuture<DocumentResponse> response = flight.response();
			Disposable request = this.fetcher.fetch()
				.contextWrite(observation::addTo)
				.subscribe(response::complete, response::completeExceptionally, () -> response
					.completeExceptionally(DocumentFailure.unreachable("the request ended without a response", null)));
			flight.whenEnded((value, failure) -> {
				request.dispose();
				response.cancel(false);
			});
		}
		catch (Throwable ex) {
			flight.response().completeExceptionally(ex);
		}
	}

	private void end(DocumentFlight<T> flight, @Nullable DocumentResponse response, @Nullable Throwable failure,
			EngineObservation observation) {
		try {
			if (flight.result().isDone()) {
				observation.fail(FAILED, "closing", this.reporter.closing());
			}
			else {
				CachedDocument<T> document = document(response, failure);
				observation.succeed("RECEIVED");
				succeed(flight, document);
			}
		}
		catch (Throwable ex) {
			DocumentFailure reason = this.fetcher.reason(ex);
			observation.fail(FAILED, reason.errorType(), reason);
			fail(flight, reason);
		}
		finally {
			abandon(flight);
		}
	}

	private CachedDocument<T> document(@Nullable DocumentResponse response, @Nullable Throwable failure)
			throws Throwable {
		if (response == null) {
			throw Objects.requireNonNull(failure);
		}
		T value = this.reader.read(response.members());
		try {
			this.reader.check(value);
		}
		catch (DocumentFailure ex) {
			CachedDocument<T> last = current().last();
			throw (last != null && last.value().equals(value)) ? ex.ofHeldDocument() : ex;
		}
		return CachedDocument.of(value, response, this.settings, this.context.random());
	}

	private void succeed(DocumentFlight<T> flight, CachedDocument<T> document) {
		if (current().flight() == flight) {
			// Before the state: a caller that sees neither flight nor document starts one
			this.context.cache().put(this, document);
			DocumentState<T> before = change((current) -> current.succeeded(flight, document));
			this.reporter.succeeded(before.failure(), document.refreshAt());
			flight.result().complete(document.value());
		}
	}

	private void fail(DocumentFlight<T> flight, DocumentFailure reason) {
		FailedAttempt attempt = attempt(flight, reason);
		DocumentState<T> before = change((current) -> current.failed(flight, attempt));
		if (before.flight() != flight) {
			return;
		}
		DocumentState<T> after = before.failed(flight, attempt);
		boolean stale = after.isUsableOnError(attempt.at());
		if (attempt.reason().endsStaleness()) {
			this.context.cache().invalidate(this);
		}
		this.reporter.failed(attempt, stale ? after.last() : null);
		if (stale) {
			flight.result().complete(Objects.requireNonNull(after.last()).value());
		}
		else {
			flight.result().completeExceptionally(this.reporter.exception(attempt, null));
		}
	}

	private DocumentState<T> change(UnaryOperator<DocumentState<T>> change) {
		return Objects.requireNonNull(this.state.getAndUpdate(change));
	}

	/**
	 * Whatever was thrown, the next caller can start another request.
	 */
	private void abandon(DocumentFlight<T> flight) {
		change((current) -> current.without(flight));
		if (!flight.result().isDone()) {
			flight.result().completeExceptionally(this.reporter.unfinished());
		}
	}

	private FailedAttempt attempt(DocumentFlight<T> flight, DocumentFailure reason) {
		DocumentState<T> before = current();
		FailedAttempt last = before.failure();
		int count = (last != null) ? last.count() + 1 : 1;
		Instant now = this.context.clock().instant();
		Duration pause = FailedAttempt.pause(count, reason, before.staleUse(reason, now), this.context.random());
		// In milliseconds, as it is printed: a caller that returns then must not be early
		Instant since = (last != null) ? last.since() : now;
		return new FailedAttempt(count, since, now, now.plus(pause).truncatedTo(ChronoUnit.MILLIS),
				Duration.between(flight.started(), now), reason,
				(last != null) ? last.reported() : new ReportedErrors());
	}

}
