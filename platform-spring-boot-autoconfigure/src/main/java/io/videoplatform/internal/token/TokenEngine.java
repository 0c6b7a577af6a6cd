package io.videoplatform.internal.token;

import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.TokenClient;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * What holds and refreshes the tokens of clients, an application's own and those of its
 * users, on the same terms; {@link #close()} ends all that is under way.
 */
public final class TokenEngine implements AutoCloseable {

	private final BoundedExchange exchange;

	private final Clock clock;

	private final RandomGenerator random;

	private final EngineThreads threads;

	private final PlatformEvent.Listener events;

	/**
	 * Create a new instance.
	 * @param exchange sends token requests, each over a connection of its own
	 * @param clock the clock that rules lifetimes and back-off
	 * @param random the source of every spread
	 * @param scheduler the threads that flights start and complete on
	 * @param events takes what happens
	 */
	public TokenEngine(BoundedExchange exchange, Clock clock, RandomGenerator random, Scheduler scheduler,
			PlatformEvent.Listener events) {
		this.exchange = exchange;
		this.clock = clock;
		this.random = random;
		this.threads = new EngineThreads(scheduler);
		this.events = events;
	}

	/**
	 * Create the source of an application's own token. Call it once for each client.
	 * @param credentials the client
	 * @param registration gives its registration as discovery has it now
	 * @param pendingDiscovery gives the failure of the document that discovery waits for
	 * @return a new source
	 */
	public TokenSource application(ClientCredentials credentials,
			Supplier<CompletableFuture<ClientRegistration>> registration,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery) {
		EngineClient client = client(credentials, registration, pendingDiscovery);
		return client.source(new ApplicationTokens(client));
	}

	/**
	 * Return the engine for a client at which users log in. Call it once for each client:
	 * what is held belongs to the instance.
	 * @param credentials the client
	 * @param registration gives its registration as discovery has it now
	 * @param pendingDiscovery gives the failure of the document that discovery waits for
	 * @return a new instance
	 */
	public EngineClient client(ClientCredentials credentials,
			Supplier<CompletableFuture<ClientRegistration>> registration,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery) {
		return new EngineClient(credentials,
				new DiscoveredRegistration(registration, pendingDiscovery, this.threads.scheduler()),
				new TokenClient(credentials, this.exchange, this.clock, this.random, this.threads.scheduler()),
				this.clock, this.random, this.threads, this.events);
	}

	/**
	 * End all that is under way. Its callers, and those that come later and need a new
	 * token, fail with a {@link io.videoplatform.PlatformAuthorizationException}. They
	 * are released on the scheduler, which is disposed of afterwards.
	 */
	@Override
	public void close() {
		this.threads.close();
	}

}
