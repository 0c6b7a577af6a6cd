package io.videoplatform.discovery;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformDiscoveryException;
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

	private final DocumentIdentity identity;

	private final DocumentSource<T> source;

	private final DiscoveryContext context;

	private final DocumentLog log;

	private final AtomicReference<EntryState<T>> state;

	DocumentEntry(URI url, DocumentSource<T> source, DiscoveryContext context) {
		this.identity = DocumentIdentity.of(source.step(), url);
		this.source = source;
		this.context = context;
		this.log = new DocumentLog(this.identity, context.events());
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
	 * Return the failure that a caller would get without an attempt that succeeds soon.
	 * @param now the current time
	 * @return the failure, or {@code null} if a caller would get something else
	 */
	@Nullable PlatformDiscoveryException failure(Instant now) {
		EntryState<T> current = current();
		return switch (current.decide(now)) {
			case FAIL, JOIN_BRIEFLY -> exception(current);
			default -> null;
		};
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
					return Objects.requireNonNull(current.flight()).follow(this.context);
				}
				case JOIN_BRIEFLY -> {
					return Objects.requireNonNull(current.flight()).followBriefly(this.context, exception(current));
				}
				case SERVE_AND_LOAD -> {
					start(current, now);
					return CompletableFuture.completedFuture(held(current));
				}
				case LOAD -> {
					Flight<T> flight = start(current, now);
					if (flight != null) {
						return flight.follow(this.context);
					}
				}
			}
		}
	}

	/**
	 * Return the document if its host has given or confirmed it lately; otherwise ask,
	 * and fail if the host gives nothing, whatever is held.
	 * @param age how long ago counts as lately; also the pause after a failure
	 * @return a future of the caller's own, which is done or completes on the executor
	 */
	CompletableFuture<T> confirmed(Duration age) {
		EntryState<T> current = current();
		Instant now = this.context.clock().instant();
		FailedAttempt failed = current.failure();
		if (current.isConfirmed(now.minus(age))) {
			return CompletableFuture.completedFuture(held(current));
		}
		if (failed != null && now.isBefore(failed.at().plus(age))) {
			return CompletableFuture.failedFuture(unconfirmed(current, age));
		}
		Flight<T> flight = (current.flight() != null) ? current.flight() : start(current, now);
		if (flight == null) {
			return confirmed(age);
		}
		return flight.follow(this.context).thenApply((document) -> {
			EntryState<T> after = current();
			if (after.failure() != null) {
				throw unconfirmed(after, age);
			}
			return document;
		});
	}

	/**
	 * Whoever wants a confirmation may ask earlier than those whom the held document
	 * serves.
	 */
	private PlatformDiscoveryException unconfirmed(EntryState<T> state, Duration age) {
		FailedAttempt failed = Objects.requireNonNull(state.failure());
		return this.identity.exception(failed.nextAt(failed.at().plus(age)), state.flight());
	}

	private EntryState<T> current() {
		return Objects.requireNonNull(this.state.get());
	}

	private static <T> T held(EntryState<T> state) {
		return Objects.requireNonNull(state.stored()).value();
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
			this.log.succeeded((before != null) ? before.failure() : null, document.freshness().freshUntil());
		}
		finally {
			flight.result().complete(document.value());
		}
	}

	private void fail(Flight<T> flight, DiscoveryFailure reason) {
		FailedAttempt before = current().failure();
		FailedAttempt attempt = attempt(flight, (before != null) ? before.count() + 1 : 1, reason);
		EntryState<T> after = Objects.requireNonNull(this.state.updateAndGet((current) -> current.failed(attempt)));
		PlatformDiscoveryException exception = exception(after);
		boolean standsIn = after.isUsableOnError(attempt.at());
		try {
			this.log.failed(before, attempt, exception, standsIn ? after.freshness() : null);
		}
		finally {
			if (standsIn) {
				flight.result().complete(held(after));
			}
			else {
				flight.result().completeExceptionally(exception);
			}
		}
	}

	private FailedAttempt attempt(Flight<T> flight, int count, DiscoveryFailure reason) {
		Duration took = Duration.ofNanos(this.context.ticker().read() - flight.ticks());
		Instant now = this.context.clock().instant();
		Duration standIn = current().standsInFor(reason, now);
		Duration delay = this.context.schedule().after(this.identity.step(), count, reason, standIn);
		// In milliseconds, as it is told: who comes back at that moment must not be early
		return new FailedAttempt(count, now, now.plus(delay).truncatedTo(ChronoUnit.MILLIS), took, reason);
	}

	private PlatformDiscoveryException exception(EntryState<T> state) {
		return this.identity.exception(Objects.requireNonNull(state.failure()), state.flight());
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
	 * Return the failure of a caller that waits no longer, if an attempt goes on.
	 */
	@Nullable PlatformDiscoveryException pending() {
		return (current().flight() != null) ? new PlatformDiscoveryException(
				"%s at %s has not been answered".formatted(this.identity.step(), this.identity.url()),
				this.identity.step(), this.identity.url(), true, null, null) : null;
	}

	/**
	 * Return what is held.
	 * @return the snapshot
	 */
	DocumentSnapshot snapshot() {
		return current().snapshot(this.identity);
	}

}
