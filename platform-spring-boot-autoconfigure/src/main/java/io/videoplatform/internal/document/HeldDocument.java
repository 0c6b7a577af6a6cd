package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.videoplatform.PlatformException;
import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.internal.http.BoundedExchange;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP document that is held in memory. Callers receive it from memory while it is
 * fresh, or stale as far as HTTP and the settings allow, and otherwise join the one
 * request that is under way.
 *
 * @param <T> the type of the document
 */
public final class HeldDocument<T> {

	private final DocumentLoader<T> loader;

	private final DocumentContext context;

	private final DocumentReporter reporter;

	private final FetchLimiter limiter = new FetchLimiter();

	/**
	 * Create a new instance; it requests nothing.
	 * @param reader reads the document
	 * @param exchange sends the requests; must not follow redirects
	 * @param settings the settings
	 * @param context what documents share
	 */
	public HeldDocument(DocumentReader<T> reader, BoundedExchange exchange, DocumentSettings settings,
			DocumentContext context) {
		this.context = context;
		this.reporter = DocumentReporter.of(reader, context);
		this.loader = new DocumentLoader<>(reader, exchange, settings, context, this.reporter);
	}

	/**
	 * Return the document if no request is needed to use it.
	 * @param now the current time, by the clock of the context
	 * @return the document, or {@code null}
	 */
	public @Nullable T fresh(Instant now) {
		CachedDocument<T> cached = this.loader.cached();
		return (cached != null && !cached.isRefreshDue(now)) ? cached.value() : null;
	}

	/**
	 * Return the failure that a caller receives unless a request succeeds soon.
	 * @param now the current time, by the clock of the context
	 * @return the failure, or {@code null} if a caller receives the document or waits
	 */
	public @Nullable PlatformException failure(Instant now) {
		DocumentState<T> current = current();
		return switch (current.decide(this.loader.cached(), now)) {
			case FAIL, JOIN_BRIEFLY -> exception(current);
			default -> null;
		};
	}

	/**
	 * Return whether a caller would repeat a request that has failed, because nothing is
	 * held that it could use.
	 * @param now the current time, by the clock of the context
	 * @return whether it would
	 */
	public boolean isRepetitionDue(Instant now) {
		DocumentState<T> current = current();
		return current.failure() != null && current.decide(this.loader.cached(), now) == DocumentDecision.LOAD;
	}

	/**
	 * Return the failure of a caller whose own time ends during a request.
	 * @return the failure, or {@code null} if no request is under way
	 */
	public @Nullable PlatformException unfinished() {
		return (current().flight() != null) ? this.reporter.unfinished() : null;
	}

	/**
	 * Return the failure of callers once the application closes.
	 * @return the failure
	 */
	public PlatformException closing() {
		return this.reporter.closing();
	}

	/**
	 * Return the document, from memory or from a request.
	 * @return a future of the caller's own, which is done or completes on the executor;
	 * it fails with the exception of the reader
	 */
	public CompletableFuture<T> get() {
		while (!this.context.isClosed()) {
			DocumentState<T> current = current();
			Instant now = this.context.clock().instant();
			CachedDocument<T> cached = this.loader.cached();
			switch (current.decide(cached, now)) {
				case SERVE -> {
					return CompletableFuture.completedFuture((cached != null) ? cached.value() : held(current));
				}
				case FAIL -> {
					return CompletableFuture.failedFuture(exception(current));
				}
				case JOIN -> {
					return follow(Objects.requireNonNull(current.flight()));
				}
				case JOIN_BRIEFLY -> {
					return followBriefly(Objects.requireNonNull(current.flight()), exception(current));
				}
				case SERVE_AND_LOAD -> {
					start(current, now, true);
					return CompletableFuture.completedFuture((cached != null) ? cached.value() : held(current));
				}
				case LOAD -> {
					DocumentFlight<T> flight = start(current, now, false);
					if (flight != null) {
						return follow(flight);
					}
				}
			}
		}
		return CompletableFuture.failedFuture(closing());
	}

	/**
	 * Return the document if it was received within a time; otherwise request it, and
	 * fail if the request fails, whatever is held.
	 * @param age the maximum time since then; also the pause after a failure
	 * @return a future of the caller's own, which is done or completes on the executor
	 */
	public CompletableFuture<T> confirmed(Duration age) {
		DocumentState<T> current = current();
		Instant now = this.context.clock().instant();
		FailedAttempt failed = current.failure();
		if (current.isConfirmed(now.minus(age))) {
			return CompletableFuture.completedFuture(held(current));
		}
		if (failed != null && now.isBefore(failed.at().plus(age))) {
			return CompletableFuture.failedFuture(unconfirmed(failed, failed.at().plus(age)));
		}
		return requested(current, now, (failure) -> failure.plus(age));
	}

	/**
	 * Return a document that was received later than one that did not suit; request it if
	 * there is none, and fail if the request fails, whatever is held. Five requests are
	 * made at once and then one in five seconds.
	 * @param seen the document that did not suit
	 * @return a future of the caller's own, which is done or completes on the executor;
	 * it holds the same document if the host has confirmed it
	 */
	public CompletableFuture<T> newerThan(T seen) {
		DocumentState<T> current = current();
		Instant now = this.context.clock().instant();
		if (current.last() != null && held(current) != seen) {
			return CompletableFuture.completedFuture(held(current));
		}
		Instant next = nextPermit(now);
		if (current.flight() == null && next.isAfter(now)) {
			FailedAttempt failed = current.failure();
			return CompletableFuture
				.failedFuture(unconfirmed((failed != null) ? failed : FailedAttempt.tooOften(now), next));
		}
		return requested(current, now, this::nextPermit);
	}

	private Instant nextPermit(Instant now) {
		return this.limiter.nextPermit(now);
	}

	private CompletableFuture<T> requested(DocumentState<T> current, Instant now, UnaryOperator<Instant> pause) {
		if (this.context.isClosed()) {
			return CompletableFuture.failedFuture(closing());
		}
		DocumentFlight<T> flight = joined(current, now);
		return follow(flight).thenApply((document) -> {
			FailedAttempt failed = current().failure();
			if (failed != null) {
				throw unconfirmed(failed, pause.apply(failed.at()));
			}
			return document;
		});
	}

	private DocumentFlight<T> joined(DocumentState<T> current, Instant now) {
		DocumentState<T> latest = current;
		while (true) {
			DocumentFlight<T> flight = (latest.flight() != null) ? latest.flight() : start(latest, now, false);
			if (flight != null) {
				return flight;
			}
			latest = current();
		}
	}

	/**
	 * The next attempt for a caller that requires a confirmation may be earlier than that
	 * for callers that use the held document.
	 */
	private PlatformException unconfirmed(FailedAttempt failed, Instant next) {
		return this.reporter.exception(failed.nextAt(next), null);
	}

	private DocumentState<T> current() {
		return this.loader.current();
	}

	private @Nullable DocumentFlight<T> start(DocumentState<T> current, Instant now, boolean background) {
		DocumentFlight<T> flight = this.loader.start(current, now, background);
		if (flight != null) {
			this.limiter.acquire(now);
		}
		return flight;
	}

	private static <T> T held(DocumentState<T> state) {
		return Objects.requireNonNull(state.last()).value();
	}

	/**
	 * Return a future of a caller's own: a caller that cancels it cancels nothing else.
	 */
	private CompletableFuture<T> follow(DocumentFlight<T> flight) {
		CompletableFuture<T> own = new CompletableFuture<>();
		this.context.failOnClose(own, this::closing);
		flight.whenEnded((value, failure) -> this.context.run(() -> DocumentFlight.complete(own, value, failure)));
		return own;
	}

	private CompletableFuture<T> followBriefly(DocumentFlight<T> flight, Throwable otherwise) {
		CompletableFuture<T> own = follow(flight);
		CompletableFuture.delayedExecutor(this.context.patience().toMillis(), TimeUnit.MILLISECONDS, this.context::run)
			.execute(() -> own.completeExceptionally(otherwise));
		return own;
	}

	private PlatformException exception(DocumentState<T> state) {
		return this.reporter.exception(Objects.requireNonNull(state.failure()), state.flight());
	}

	/**
	 * Return whether a document is the one that is held.
	 * @param document a document that was handed out
	 * @return whether it is held
	 */
	public boolean holds(T document) {
		CachedDocument<T> last = current().last();
		return last != null && last.value() == document;
	}

	/**
	 * Return what is held, without I/O.
	 * @return the snapshot
	 */
	public DocumentSnapshot snapshot() {
		return this.reporter.snapshot(current());
	}

}
