package io.videoplatform.internal.token;

import java.time.Clock;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator;
import io.videoplatform.internal.token.endpoint.ClientSecrets;
import io.videoplatform.internal.token.shared.TokenSharing;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

/**
 * An engine whose clients have secrets that do not change, and one exchange.
 *
 * @param engine the engine
 * @param exchange sends the token requests of all clients
 * @param events takes what happens
 * @param sharing what the node shares with others, if there are any
 */
public record TestEngine(TokenEngine engine, BoundedExchange exchange, PlatformEvent.Listener events,
		@Nullable TokenSharing sharing) implements AutoCloseable {

	/**
	 * Return the engine of a node that shares nothing.
	 */
	public static TestEngine of(BoundedExchange exchange, Clock clock, Scheduler scheduler,
			PlatformEvent.Listener events) {
		return of(exchange, clock, new Random(7), scheduler, events, null);
	}

	public static TestEngine of(BoundedExchange exchange, Clock clock, RandomGenerator random, Scheduler scheduler,
			PlatformEvent.Listener events, @Nullable TokenSharing sharing) {
		return new TestEngine(new TokenEngine(clock, random, scheduler, scheduler, EngineObservations.none()), exchange,
				events, sharing);
	}

	/**
	 * Return the engine as a client uses it.
	 */
	public EngineClient client(ClientCredentials credentials, Supplier<CompletableFuture<ProviderMetadata>> provider,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery) {
		ClientSecrets secrets = new ClientSecrets(
				() -> new ClientSecrets.Values(credentials.clientSecret(), credentials.password(), null, null, null),
				null, Ticker.systemTicker());
		return client(credentials, new ClientAuthenticator(credentials, secrets, null), provider, pendingDiscovery);
	}

	public EngineClient client(ClientCredentials credentials, ClientAuthenticator authenticator,
			Supplier<CompletableFuture<ProviderMetadata>> provider,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery) {
		return this.engine.client(credentials, authenticator, this.exchange, provider, pendingDiscovery, this.events,
				this.sharing);
	}

	/**
	 * Return the source of a client's own token.
	 */
	public TokenSource application(ClientCredentials credentials,
			Supplier<CompletableFuture<ProviderMetadata>> provider,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery) {
		return client(credentials, provider, pendingDiscovery).applicationSource();
	}

	@Override
	public void close() {
		this.engine.close();
	}

}
