package io.videoplatform.discovery;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.transport.PrintableUrl;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One discovered document: the only place where its state changes. At most one attempt to
 * get it goes on at a time, on the executor, with no context of the caller who started
 * it.
 *
 * @param <T> the type of the document
 */
final class DocumentEntry<T> {

	private final URI url;

	private final DocumentSource<T> source;

	private final DiscoveryContext context;

	private final AtomicReference<EntryState<T>> state;

	DocumentEntry(URI url, DocumentSource<T> source, DiscoveryContext context) {
		this.url = PrintableUrl.of(url);
		this.source = source;
		this.context = context;
		this.state = new AtomicReference<>(new EntryState<>(0, null, null, null, context.settings().strict()));
	}

	/**
	 * Return the document if no attempt is needed to use it.
	 * @param now the current time
	 * @return the document, or {@code null}
	 */
	@Nullable T fresh(Instant now) {
		EntryState<T> current = current();
		return current.isFresh(now) ? held(current) : null;
	}

	/**
	 * Return the failure that a caller would get at once.
	 * @param now the current time
	 * @return the failure, or {@code null} if a caller would get something else
	 */
	@Nullable PlatformDiscoveryException failure(Instant now) {
		EntryState<T> current = current();
		return (current.decide(now) == EntryState.Decision.FAIL) ? exception(current) : null;
	}

	/**
	 * Return the document, from the state or from an attempt.
	 * @return a future of the caller's own, which is done or completes on the executor
	 */
	CompletableFuture<T> get() {
		while (true) {
			EntryState<T> current = current();
			Instant now = this.context.clock().instant();
			switch (current.decide(now)) {
				case SERVE -> {
					return CompletableFuture.completedFuture(held(current));
				}
				case FAIL -> {
					return CompletableFuture.failedFuture(exception(current));
				}
				case JOIN -> {
					return follow(Objects.requireNonNull(current.flight()));
				}
				case SERVE_AND_LOAD -> {
					start(current, now);
					return CompletableFuture.completedFuture(held(current));
				}
				case LOAD -> {
					Flight<T> flight = start(current, now);
					if (flight != null) {
						return follow(flight);
					}
				}
			}
		}
	}

	private EntryState<T> current() {
		return Objects.requireNonNull(this.state.get());
	}

	private static <T> T held(EntryState<T> state) {
		return Objects.requireNonNull(state.stored()).value();
	}

	private CompletableFuture<T> follow(Flight<T> flight) {
		CompletableFuture<T> own = new CompletableFuture<>();
		flight.result().whenComplete((value, failure) -> this.context.run(() -> {
			if (failure != null) {
				own.completeExceptionally(failure);
			}
			else {
				own.complete(value);
			}
		}));
		return own;
	}

	private @Nullable Flight<T> start(EntryState<T> current, Instant now) {
		Flight<T> flight = new Flight<>(current.stored(), now, this.context.ticker().read(), new CompletableFuture<>());
		if (!this.state.compareAndSet(current, current.started(flight))) {
			return null;
		}
		try {
			this.context.executor().execute(() -> fly(flight));
		}
		catch (RejectedExecutionException ex) {
			land(flight, null, DiscoveryFailure.unreachable("the executor takes no more work", ex));
		}
		return flight;
	}

	private void fly(Flight<T> flight) {
		try {
			Mono.defer(() -> this.source.fetch(flight.held()))
				.toFuture()
				.whenComplete((fetched, failure) -> this.context.run(() -> land(flight, fetched, failure)));
		}
		catch (Throwable ex) {
			land(flight, null, ex);
		}
	}

	private void land(Flight<T> flight, @Nullable Fetched fetched, @Nullable Throwable failure) {
		Stored<T> document;
		try {
			document = document(flight, fetched, failure);
		}
		catch (Throwable ex) {
			fail(flight, reason(ex));
			return;
		}
		succeed(flight, document);
	}

	private Stored<T> document(Flight<T> flight, @Nullable Fetched fetched, @Nullable Throwable failure)
			throws Throwable {
		if (fetched == null) {
			throw (failure != null) ? failure : new IllegalStateException("no answer and no failure");
		}
		if (fetched.isNotModified() && flight.held() != null) {
			return flight.held().confirmed(fetched, this.context.settings());
		}
		return Stored.of(this.source.read(fetched.answer()), fetched, this.context.settings());
	}

	private static DiscoveryFailure reason(Throwable ex) {
		return (ex instanceof DiscoveryFailure reason) ? reason
				: DiscoveryFailure.malformed("unexpected " + ex.getClass().getSimpleName(), ex);
	}

	private void succeed(Flight<T> flight, Stored<T> document) {
		EntryState<T> before = this.state.getAndUpdate((current) -> current.succeeded(document));
		try {
			FailedAttempt failure = before.failure();
			boolean recovered = failure != null && !failure.reason().isUntrusted();
			tell(recovered ? Level.INFO : Level.DEBUG, "%s at %s %s, fresh until %s".formatted(this.source.step(),
					this.url, recovered ? "succeeds again" : "succeeded", document.freshness().freshUntil()));
		}
		finally {
			flight.result().complete(document.value());
		}
	}

	private void fail(Flight<T> flight, DiscoveryFailure reason) {
		Duration took = Duration.ofNanos(this.context.ticker().read() - flight.ticks());
		Instant now = this.context.clock().instant();
		FailedAttempt before = current().failure();
		int count = (before != null) ? before.count() + 1 : 1;
		Duration delay = this.context.schedule().after(this.source.step(), count, reason);
		EntryState<T> after = this.state
			.updateAndGet((current) -> current.failed(new FailedAttempt(count, now, now.plus(delay), took, reason)));
		PlatformDiscoveryException exception = exception(after);
		try {
			boolean begins = before == null || before.reason().isUntrusted();
			tell((begins && !reason.isUntrusted()) ? Level.WARN : Level.DEBUG, String.valueOf(exception.getMessage()));
		}
		finally {
			if (after.isUsableOnError(now)) {
				flight.result().complete(held(after));
			}
			else {
				flight.result().completeExceptionally(exception);
			}
		}
	}

	private PlatformDiscoveryException exception(EntryState<T> state) {
		FailedAttempt failed = Objects.requireNonNull(state.failure());
		DiscoveryFailure reason = failed.reason();
		PlatformStep step = reason.isUntrusted() ? PlatformStep.ISSUER_TRUST : this.source.step();
		Instant next = nextAttempt(state.flight(), failed);
		return new PlatformDiscoveryException(
				"%s at %s failed: %s; next attempt at %s".formatted(step, this.url, reason.getMessage(), next), step,
				this.url, reason.isRetryable(), next, reason.getCause());
	}

	// While an attempt goes on that may fail as late as the last one did, only the one
	// after it is sure to find a host that is back.
	private static Instant nextAttempt(@Nullable Flight<?> flight, FailedAttempt failed) {
		if (flight == null) {
			return failed.nextAttempt();
		}
		return flight.started().plus(failed.took()).plus(RetrySchedule.longestAfter(failed));
	}

	/**
	 * Return whether a document is the one that is held.
	 * @param document a document that was handed out
	 * @return whether it is held
	 */
	boolean holds(T document) {
		Stored<T> stored = current().stored();
		return stored != null && stored.value() == document;
	}

	/**
	 * Return what is held.
	 * @return the snapshot
	 */
	DocumentSnapshot snapshot() {
		EntryState<T> current = current();
		Freshness freshness = (current.stored() != null) ? current.stored().freshness() : null;
		FailedAttempt failed = current.failure();
		return new DocumentSnapshot(this.source.step(), this.url, current.requests(),
				(freshness != null) ? freshness.fetchedAt() : null, (freshness != null) ? freshness.freshUntil() : null,
				(freshness != null) ? freshness.staleUntil() : null, (failed != null) ? failed.count() : 0,
				(failed != null) ? failed.nextAttempt() : null, (failed != null) ? failed.reason().getMessage() : null);
	}

	private void tell(Level level, String message) {
		this.context.events().tell(this.source.step(), level, message);
	}

}
