package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.observation.ClientObservations;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator;
import io.videoplatform.internal.token.endpoint.TokenClient;
import io.videoplatform.internal.token.shared.TokenSharing;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

import org.springframework.util.function.SingletonSupplier;

/**
 * The engine that acquires the tokens of clients, an application's own and those of its
 * users, on the same terms: what its clients share, the threads that all work starts and
 * completes on, and the end of all that is under way.
 */
public final class TokenEngine implements AutoCloseable {

	private final Clock clock;

	private final RandomGenerator random;

	private final Scheduler scheduler;

	private final Scheduler callbacks;

	private final PlatformEvent.Listener events;

	private final PasswordAccounts accounts;

	private final @Nullable TokenSharing sharing;

	private final EngineObservations observations;

	private final Supplier<Sinks.Empty<Void>> end = SingletonSupplier.of(() -> Sinks.empty());

	private volatile boolean closed;

	public TokenEngine(Clock clock, RandomGenerator random, Scheduler scheduler, Scheduler callbacks,
			PlatformEvent.Listener events, PasswordAccounts accounts, @Nullable TokenSharing sharing,
			EngineObservations observations) {
		this.clock = clock;
		this.random = random;
		this.scheduler = scheduler;
		this.callbacks = callbacks;
		this.events = events;
		this.accounts = accounts;
		this.sharing = sharing;
		this.observations = observations;
	}

	/**
	 * Create the source of an application's own token. Call it once for each client.
	 * @return a new source
	 */
	public TokenSource application(EngineClient client) {
		return client.source(new ApplicationTokens(client), TokenSnapshot.EMPTY);
	}

	/**
	 * Return the engine for a client. Call it once for each client: what is held belongs
	 * to the instance.
	 */
	public EngineClient client(ClientCredentials credentials, ClientAuthenticator authenticator,
			BoundedExchange exchange, Supplier<CompletableFuture<ProviderMetadata>> provider,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery) {
		ClientObservations observations = this.observations.client(credentials.name());
		return EngineClient.of(this, credentials, new DiscoveredProvider(provider, pendingDiscovery, this.observations),
				new TokenClient(authenticator, exchange, this.clock, this.random, this.scheduler, observations),
				observations);
	}

	Clock clock() {
		return this.clock;
	}

	RandomGenerator random() {
		return this.random;
	}

	Scheduler scheduler() {
		return this.scheduler;
	}

	/**
	 * Release a caller that does not block on a thread where its own code may.
	 */
	public <T> Mono<T> release(Mono<T> work) {
		return work.publishOn(this.callbacks);
	}

	/**
	 * Return what a future brings to a caller that does not block: on the caller's own
	 * thread if it is done, or else on one where its own code may block.
	 */
	public <T> Mono<T> release(Supplier<CompletableFuture<T>> work) {
		return Mono.defer(() -> {
			CompletableFuture<T> future = work.get();
			Mono<T> result = Mono.fromFuture(future, true);
			return future.isDone() ? result : release(result);
		});
	}

	PasswordAccounts accounts() {
		return this.accounts;
	}

	@Nullable TokenSharing sharing() {
		return this.sharing;
	}

	PlatformEvent.Listener events() {
		return this.events;
	}

	/**
	 * Bind work to a time limit and to the life of the engine.
	 * @return the work, which completes on a thread of the engine
	 */
	<T> Mono<T> bind(Mono<T> work, Duration limit) {
		return bind(work.timeout(limit, this.scheduler).publishOn(this.scheduler));
	}

	/**
	 * Bind work to the life of the engine.
	 * @return the work, which fails with a {@link CancellationException} as soon as the
	 * engine is closed and with an {@link IllegalStateException} if it ends empty
	 */
	<T> Mono<T> bind(Mono<T> work) {
		return Mono.defer(() -> this.closed ? Mono.error(TokenEngine::closing)
				: work.switchIfEmpty(Mono.error(() -> new IllegalStateException("it ended without a result")))
					.takeUntilOther(this.end.get().asMono())
					.switchIfEmpty(Mono.error(TokenEngine::closing)));
	}

	/**
	 * Return why work ended: threads that are gone refuse it, which counts as the end of
	 * a time limit that they should measure.
	 */
	Throwable cause(Throwable ex) {
		boolean gone = this.closed || this.scheduler.isDisposed();
		boolean refused = ex instanceof RejectedExecutionException || ex instanceof TimeoutException;
		return (refused && gone) ? new CancellationException("closed") : ex;
	}

	private static CancellationException closing() {
		return new CancellationException("the application is closing");
	}

	/**
	 * End all that is under way. Its callers, and those that come later and need a new
	 * token, fail with a {@link io.videoplatform.PlatformAuthorizationException}. They
	 * are released on the scheduler, which is disposed of afterwards.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.end.get().tryEmitEmpty();
	}

}
