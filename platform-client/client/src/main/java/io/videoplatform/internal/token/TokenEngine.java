package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.observation.ClientObservations;
import io.videoplatform.internal.observation.EngineObservation;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
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

	private final EngineObservations observations;

	/**
	 * The accounts of providers that clients log in to by the password grant, each known
	 * for longer than its longest pause.
	 */
	private final Supplier<Cache<Account, PasswordAttempts>> accounts = SingletonSupplier.of(() -> Caffeine.newBuilder()
		.expireAfterAccess(PasswordAttempts.SLOW_PROBE.multipliedBy(2))
		.executor(Runnable::run)
		.build());

	private final Supplier<Sinks.Empty<Void>> end = SingletonSupplier.of(() -> Sinks.empty());

	private volatile boolean closed;

	public TokenEngine(Clock clock, RandomGenerator random, Scheduler scheduler, Scheduler callbacks,
			EngineObservations observations) {
		this.clock = clock;
		this.random = random;
		this.scheduler = scheduler;
		this.callbacks = callbacks;
		this.observations = observations;
	}

	/**
	 * Return the engine for a client. Call it once for each client: what is held belongs
	 * to the instance.
	 * @param provider returns the client's provider as discovery has it
	 * @param pendingDiscovery returns what discovery has not ended with yet
	 */
	public EngineClient client(ClientCredentials credentials, ClientAuthenticator authenticator,
			BoundedExchange exchange, Supplier<CompletableFuture<ProviderMetadata>> provider,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery, PlatformEvent.Listener events,
			@Nullable TokenSharing sharing) {
		ClientObservations observations = this.observations.client(credentials.name());
		TokenBackoff backoff = new TokenBackoff(this.random);
		EventPublisher publisher = new EventPublisher(events, this.clock);
		return new EngineClient(this, credentials, discovered(provider),
				new TokenClient(authenticator, exchange, this.clock, this.random, this.scheduler, observations,
						sharing != null),
				observations, publisher, backoff, new TokenFailures(this, credentials, pendingDiscovery, backoff),
				new TokenEventReporter(credentials, publisher), new RefusedTokens(credentials, publisher), sharing);
	}

	/**
	 * Return what discovery finds, as a part of what its caller observes. A failure that
	 * comes when nobody waits is not dropped, which Reactor would log.
	 */
	private Mono<ProviderMetadata> discovered(Supplier<CompletableFuture<ProviderMetadata>> provider) {
		return Mono.deferContextual((caller) -> Mono.fromFuture(
				this.observations.within(EngineObservation.of(caller), provider).handle(TokenEngine::outcome), true))
			.flatMap(Function.identity());
	}

	/**
	 * An error goes on as the cause of an exception: Reactor signals those of the virtual
	 * machine to no subscriber.
	 */
	private static Mono<ProviderMetadata> outcome(@Nullable ProviderMetadata found, @Nullable Throwable failure) {
		Throwable cause = (failure != null) ? CauseChain.unwrap(failure) : null;
		if (cause instanceof Error) {
			return Mono.error(new CompletionException(cause));
		}
		return (cause != null) ? Mono.error(cause) : Mono.justOrEmpty(found);
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

	/**
	 * Return the password grants for an account, which clients may share.
	 */
	PasswordAttempts attempts(ProviderBinding provider, List<@Nullable String> credentials) {
		return this.accounts.get()
			.get(new Account(provider, credentials), (key) -> new PasswordAttempts(this.clock, this.random));
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

	/**
	 * An account at a provider. Its {@code toString()} shows none of it.
	 */
	private record Account(ProviderBinding provider, List<@Nullable String> credentials) {

		@Override
		public String toString() {
			return "Account[" + this.provider.issuer() + "]";
		}

	}

}
