package io.videoplatform.internal.token;

import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * All tokens of an application: its own, one source for each client, which are never
 * evicted, and those of the users who log in.
 */
public final class TokenEngine implements AutoCloseable {

	private final ConcurrentMap<TokenKey.App, TokenSource> sources = new ConcurrentHashMap<>();

	private final ConcurrentMap<String, LoginTokens> logins = new ConcurrentHashMap<>();

	private final TokenEndpoint endpoint;

	private final Clock clock;

	private final RandomGenerator random;

	private final Scheduler scheduler;

	private final PlatformEvent.Listener events;

	private final Shutdown shutdown = new Shutdown();

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
		this.endpoint = new TokenEndpoint(exchange, clock, scheduler);
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
		return application(credentials, registration, () -> null);
	}

	/**
	 * Return the source of an application's own token.
	 * @param credentials the client
	 * @param registration gives its registration as discovery has it now
	 * @param pendingDiscovery says which document discovery waits for, if it does
	 * @return the one source of this client
	 */
	public TokenSource application(ClientCredentials credentials,
			Supplier<CompletableFuture<ClientRegistration>> registration,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery) {
		return this.sources.computeIfAbsent(new TokenKey.App(credentials.name()),
				(key) -> source(credentials, registration, pendingDiscovery));
	}

	/**
	 * Return the tokens of the users who log in at a client.
	 * @param credentials the client
	 * @param registration gives its registration as discovery has it now
	 * @param limits how many logins are held, and for how long
	 * @param revokesAtLogout whether the refresh token of a user who logs out is revoked
	 * @return the one holder of this client's logins
	 */
	public LoginTokens logins(ClientCredentials credentials,
			Supplier<CompletableFuture<ClientRegistration>> registration, LoginTokens.Limits limits,
			boolean revokesAtLogout) {
		return logins(credentials, registration, () -> null, limits, revokesAtLogout);
	}

	/**
	 * Return the tokens of the users who log in at a client.
	 * @param credentials the client
	 * @param registration gives its registration as discovery has it now
	 * @param pendingDiscovery says which document discovery waits for, if it does
	 * @param limits how many logins are held, and for how long
	 * @param revokesAtLogout whether the refresh token of a user who logs out is revoked
	 * @return the one holder of this client's logins
	 */
	public LoginTokens logins(ClientCredentials credentials,
			Supplier<CompletableFuture<ClientRegistration>> registration,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery, LoginTokens.Limits limits,
			boolean revokesAtLogout) {
		return this.logins.computeIfAbsent(credentials.name(), (client) -> {
			SourceContext context = context(credentials, new PasswordRefusals(this.random), pendingDiscovery);
			return new LoginTokens(context, registration, limits,
					revokesAtLogout ? new TokenRevocation(context.requests(), this.clock, this.events) : null);
		});
	}

	/**
	 * End all that is under way. Its callers, and those that come later and need a new
	 * token, fail with a {@link io.videoplatform.PlatformAuthorizationException}. They
	 * are released on the scheduler, which is disposed of afterwards.
	 */
	@Override
	public void close() {
		this.shutdown.begin();
	}

	private TokenSource source(ClientCredentials credentials,
			Supplier<CompletableFuture<ClientRegistration>> registration,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery) {
		PasswordRefusals refusals = new PasswordRefusals(this.random);
		SourceContext context = context(credentials, refusals, pendingDiscovery);
		TokenAcquisition acquisition = new ApplicationAcquisition(context, registration, credentials.usesPassword(),
				refusals);
		return new TokenSource(context, new TokenLedger(context.failures(), Ticker.systemTicker()), acquisition,
				new ApplicationOwner());
	}

	private SourceContext context(ClientCredentials credentials, PasswordRefusals refusals,
			Supplier<? extends @Nullable PlatformException> pendingDiscovery) {
		return new SourceContext(credentials.name(), this.clock, this.scheduler,
				new TokenRequests(credentials, this.endpoint, this.clock, this.random),
				new TokenFailures(credentials, refusals, this.random), new Outages(), this.events, this.shutdown,
				pendingDiscovery);
	}

	/**
	 * The application's own tokens are kept for ever and end with nobody's logout.
	 */
	private static final class ApplicationOwner implements TokenSource.Owner {

		@Override
		public void renewed(TokenSource source) {
		}

		@Override
		public void ended(TokenSource source) {
		}

		@Override
		public void discarded(TokenGrant grant) {
		}

	}

}
