package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformException;
import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.BoundedResponse;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.observation.EngineObservation;
import io.videoplatform.internal.observation.EngineObservations;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

/**
 * One HTTP document that is held in memory. Callers receive it from memory while it is
 * fresh, or stale while loads fail, and otherwise join the one load that is under way.
 * That runs on the executor, without the context of the caller that started it, and ends
 * by a timer of its own whatever is thrown.
 *
 * @param <T> the type of the document
 */
public final class CachedDocument<T> {

	private static final String FAILED = "FAILED";

	private final DocumentReader<T> reader;

	private final DocumentFetcher<T> fetcher;

	private final Duration limit;

	private final Duration staleIfError;

	private final DocumentContext context;

	/**
	 * A load writes the cache and then the state; a caller reads the state and then the
	 * cache, and starts a load only if the state is still the one that it has read. So
	 * none is started because another one has ended in between.
	 */
	private final AtomicReference<DocumentState<T>> state = new AtomicReference<>(
			new DocumentState<>(0, null, null, null, Instant.MIN));

	public CachedDocument(DocumentReader<T> reader, BoundedExchange exchange, DocumentSettings settings,
			DocumentContext context) {
		this.reader = reader;
		this.fetcher = new DocumentFetcher<>(reader, exchange, settings, context.clock());
		this.limit = exchange.deadline();
		this.staleIfError = settings.staleIfError();
		this.context = context;
	}

	/**
	 * Return the document, from memory or from a load.
	 * @return a future of the caller's own, which is done or completes on the executor;
	 * it fails with the exception of the reader
	 */
	public CompletableFuture<T> get() {
		while (!this.context.isClosed()) {
			DocumentState<T> current = current();
			Instant now = now();
			DocumentEntry<T> usable = usable(current, now);
			boolean due = current.isLoadDue(usable, now);
			CompletableFuture<T> flight = due ? start(current, now, usable == null) : current.joinable();
			if (usable != null) {
				return CompletableFuture.completedFuture(usable.value());
			}
			if (flight != null) {
				// Callers are spread over threads
				return flight.thenApplyAsync(Function.identity(), this.context::run);
			}
			if (!due) {
				return CompletableFuture.failedFuture(exception(current, now));
			}
		}
		return CompletableFuture.failedFuture(closing());
	}

	/**
	 * Return whether a caller would repeat a load that has failed, because nothing is
	 * held that it could use.
	 */
	public boolean isRepetitionDue() {
		DocumentState<T> current = current();
		Instant now = now();
		return current.failure() != null && usable(current, now) == null && current.isLoadDue(null, now);
	}

	/**
	 * Return the document if it was received within a time; otherwise request it, and
	 * fail if the request fails, whatever is held.
	 */
	public CompletableFuture<T> confirmed(Duration age) {
		DocumentEntry<T> confirmed = current().confirmedSince(now().minus(age));
		return (confirmed != null) ? CompletableFuture.completedFuture(confirmed.value()) : forced();
	}

	/**
	 * Return a document that was received later than one that did not suit; request it if
	 * there is none, and fail if the request fails, whatever is held.
	 */
	public CompletableFuture<T> newerThan(T seen) {
		T last = last();
		return (last != null && last != seen) ? CompletableFuture.completedFuture(last) : forced();
	}

	/**
	 * Load the document although another one is held.
	 */
	private CompletableFuture<T> forced() {
		while (!this.context.isClosed()) {
			DocumentState<T> current = current();
			Instant now = now();
			CompletableFuture<T> flight = current.flight();
			if (flight == null && current.nextForced(now).isAfter(now)) {
				return CompletableFuture.failedFuture(unforced(current));
			}
			CompletableFuture<T> joined = (flight != null) ? flight : start(current, now, true);
			if (joined != null) {
				return joined.thenApply((document) -> {
					DocumentState<T> ended = current();
					if (ended.failure() != null) {
						throw unforced(ended);
					}
					return document;
				});
			}
		}
		return CompletableFuture.failedFuture(closing());
	}

	private PlatformException unforced(DocumentState<T> current) {
		DocumentFailure reason = (current.failure() != null) ? current.failure().reason()
				: DocumentFailure.unreachable("it was requested moments ago", 0, null);
		return reason.exception(this.reader, current.nextForced(now()));
	}

	/**
	 * Start a load.
	 * @return the load, or {@code null} if the state has changed meanwhile
	 */
	private @Nullable CompletableFuture<T> start(DocumentState<T> current, Instant now, boolean awaited) {
		CompletableFuture<T> flight = new CompletableFuture<>();
		if (!this.state.compareAndSet(current, current.started(flight, now))) {
			return null;
		}
		try {
			launch(flight, now, awaited);
		}
		catch (Throwable ex) {
			// It has not begun, and no timer ends it
			end(flight, now, null, ex, EngineObservation.NONE);
		}
		return flight;
	}

	private void launch(CompletableFuture<T> flight, Instant started, boolean awaited) {
		EngineObservations observations = this.context.observations();
		EngineObservation observation = observations.discovery(this.reader.request().step(),
				awaited ? observations.current() : null);
		this.context.failOnClose(flight, this::closing);
		CompletableFuture<DocumentResponse<BoundedResponse>> response = new CompletableFuture<>();
		response.orTimeout(this.limit.toMillis(), TimeUnit.MILLISECONDS)
			.whenComplete((received, failure) -> this.context
				.run(() -> end(flight, started, received, failure, observation)));
		CompletableFuture.runAsync(() -> {
			Disposable request = this.fetcher.fetch()
				.contextWrite(observation::addTo)
				.subscribe(response::complete, response::completeExceptionally, () -> response.complete(null));
			flight.whenComplete((value, failure) -> request.dispose());
		}, this.context.executor()).exceptionally((failure) -> {
			response.completeExceptionally(CauseChain.unwrap(failure));
			return null;
		});
	}

	/**
	 * End a load. Whatever is thrown, callers are released and the next one can start
	 * another load.
	 */
	private void end(CompletableFuture<T> flight, Instant started, @Nullable DocumentResponse<BoundedResponse> response,
			@Nullable Throwable failure, EngineObservation observation) {
		try {
			if (flight.isDone()) {
				observation.fail(FAILED, "closing", DocumentFailure.closing());
				return;
			}
			if (response == null) {
				throw (failure != null) ? failure
						: DocumentFailure.unreachable("the request ended without a response", 0, null);
			}
			DocumentResponse<T> document = this.fetcher.read(response);
			this.reader.check(document.value());
			observation.succeed("RECEIVED");
			succeed(flight, DocumentEntry.of(document, this.staleIfError, this.context.random()));
		}
		catch (Throwable ex) {
			DocumentFailure reason = this.fetcher.reason(ex);
			observation.fail(FAILED, reason.errorType(), reason);
			fail(flight, started, reason);
		}
		finally {
			this.state.updateAndGet((current) -> (current.flight() == flight) ? current.withoutFlight() : current);
			if (!flight.isDone()) {
				flight.completeExceptionally(DocumentFailure.unfinished().exception(this.reader, null));
			}
		}
	}

	private void succeed(CompletableFuture<T> flight, DocumentEntry<T> document) {
		FailedAttempt before = current().failure();
		this.context.cache().put(this, document);
		this.state.updateAndGet((current) -> current.succeeded(document));
		boolean recovered = before != null && !before.reported().isEmpty();
		this.context.events()
			.publish(this.reader.request().step(), recovered ? Level.INFO : Level.DEBUG,
					"%s at %s %s; fresh until %s".formatted(this.reader.request().step(),
							PrintableUrl.of(this.reader.request().url()), recovered ? "succeeds again" : "succeeded",
							document.refreshAt()));
		flight.complete(document.value());
	}

	private void fail(CompletableFuture<T> flight, Instant started, DocumentFailure reason) {
		Instant now = now();
		if (reason.endsUse()) {
			this.context.cache().invalidate(this);
		}
		DocumentState<T> after = this.state
			.updateAndGet((current) -> current.failed(reason, started, now, this.context.random()));
		FailedAttempt attempt = Objects.requireNonNull(after.failure());
		DocumentEntry<T> stale = after.stale(now);
		String use = (stale != null) ? "; what is held stays in use until " + stale.staleUntil() : "";
		Level level = attempt.reported().report(reason.error());
		this.context.events()
			.publish(reason.step(this.reader), (level == Level.WARN && reason.refused() != null) ? Level.ERROR : level,
					reason.error(), "%s%s. %s".formatted(reason.describe(this.reader, attempt.nextAttempt()), use,
							this.reader.request().cure(reason.error(), stale != null)));
		if (stale != null) {
			flight.complete(stale.value());
		}
		else {
			flight.completeExceptionally(reason.exception(this.reader, attempt.nextAttempt()));
		}
	}

	/**
	 * Return the last failure. A load that is under way may take its time and fail again;
	 * only the attempt after it is sure to find a host that has recovered.
	 */
	private PlatformException exception(DocumentState<T> current, Instant now) {
		FailedAttempt failed = Objects.requireNonNull(current.failure());
		return failed.reason()
			.exception(this.reader, (current.flight() != null) ? now.plus(this.limit).plus(FailedAttempt.MAX_PAUSE)
					: failed.nextAttempt());
	}

	/**
	 * Return the failure of a caller whose own time ends during a load, or {@code null}
	 * if none is under way.
	 */
	public @Nullable PlatformException unfinished() {
		return (current().flight() != null) ? DocumentFailure.unfinished().exception(this.reader, null) : null;
	}

	/**
	 * Return the failure of callers once the application closes.
	 */
	public PlatformException closing() {
		return DocumentFailure.closing().exception(this.reader, null);
	}

	/**
	 * Return what was refused when the document was requested last, or {@code null}.
	 */
	public @Nullable String refused() {
		FailedAttempt failed = current().failure();
		return (failed != null) ? failed.reason().refused() : null;
	}

	/**
	 * Return the document that was read last, unless its use has ended.
	 */
	public @Nullable T last() {
		DocumentEntry<T> last = current().last();
		return (last != null) ? last.value() : null;
	}

	/**
	 * Return what is held, without I/O.
	 */
	public DocumentSnapshot snapshot() {
		DocumentState<T> current = current();
		DocumentEntry<T> held = current.last();
		FailedAttempt failed = current.failure();
		return new DocumentSnapshot(this.reader.request().step(), PrintableUrl.of(this.reader.request().url()),
				current.requests(), (held != null) ? held.fetchedAt() : null, (held != null) ? held.refreshAt() : null,
				(held != null) ? held.staleUntil() : null, (failed != null) ? failed.count() : 0,
				(failed != null) ? failed.nextAttempt() : null, (failed != null) ? failed.reason().getMessage() : null,
				(failed != null) ? failed.since() : null, (failed != null) ? failed.reason().errorType() : null);
	}

	private Instant now() {
		return this.context.clock().instant();
	}

	private DocumentState<T> current() {
		return Objects.requireNonNull(this.state.get());
	}

	/**
	 * Return the document that a caller gets: one that is fresh, or the last while loads
	 * fail.
	 */
	private @Nullable DocumentEntry<T> usable(DocumentState<T> current, Instant now) {
		DocumentEntry<T> cached = cached();
		return (cached != null) ? cached : current.stale(now);
	}

	@SuppressWarnings("unchecked")
	private @Nullable DocumentEntry<T> cached() {
		return (DocumentEntry<T>) this.context.cache().getIfPresent(this);
	}

}
