package io.videoplatform.token;

import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.PlatformEvent;
import io.videoplatform.registration.ClientCredentials;
import io.videoplatform.transport.BoundedExchange;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * All tokens of an application, one source for each key. Tokens of the application itself
 * are never evicted.
 */
public final class TokenEngine {

	private final ConcurrentMap<TokenKey, TokenSource> sources = new ConcurrentHashMap<>();

	private final TokenEndpoint endpoint;

	private final Clock clock;

	private final RandomGenerator random;

	private final Scheduler scheduler;

	private final PlatformEvent.Listener events;

	/**
	 * Create a new instance.
	 * @param exchange sends token requests, each over a connection of its own
	 * @param clock the clock that rules lifetimes and back-off
	 * @param random the source of every spread
	 * @param scheduler the threads that flights start and complete on
	 * @param events is told what happens
	 */
	public TokenEngine(BoundedExchange exchange, Clock clock, RandomGenerator random, Scheduler scheduler,
			PlatformEvent.Listener events) {
		this.endpoint = new TokenEndpoint(exchange, clock);
		this.clock = clock;
		this.random = random;
		this.scheduler = scheduler;
		this.events = events;
	}

	/**
	 * Return the source of an application's own token.
	 * @param credentials the client
	 * @param registration gives its registration as discovery has it now
	 * @return the one source of this client
	 */
	public TokenSource application(ClientCredentials credentials,
			Supplier<CompletableFuture<ClientRegistration>> registration) {
		return this.sources.computeIfAbsent(new TokenKey.App(credentials.name()),
				(key) -> source(credentials, registration));
	}

	private TokenSource source(ClientCredentials credentials,
			Supplier<CompletableFuture<ClientRegistration>> registration) {
		PasswordRefusals refusals = new PasswordRefusals(this.random);
		TokenRequests requests = new TokenRequests(credentials, this.endpoint, this.clock, this.random);
		TokenAcquisition acquisition = new TokenAcquisition(registration, requests, credentials.usesPassword(),
				refusals, this.scheduler);
		TokenLedger ledger = new TokenLedger(new TokenFailures(credentials, refusals, this.random),
				Ticker.systemTicker());
		return new TokenSource(credentials.name(), this.clock, this.scheduler, ledger, acquisition, requests,
				this.events);
	}

}
