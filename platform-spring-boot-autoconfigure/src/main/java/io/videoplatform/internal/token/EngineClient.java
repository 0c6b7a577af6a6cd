package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.observation.ClientObservations;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.store.RecordIdentity;
import io.videoplatform.internal.token.endpoint.CredentialsUnavailableException;
import io.videoplatform.internal.token.endpoint.InspectedGrant;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenClient;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import io.videoplatform.internal.token.endpoint.TokenRevocation;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The engine as one client uses it: how its tokens are requested, on which threads, and
 * how failures are explained and reported. All sources of the client share it.
 */
public final class EngineClient {

	private final TokenEngine engine;

	private final ClientCredentials credentials;

	private final DiscoveredRegistration registration;

	private final TokenClient tokenClient;

	private final EventPublisher events;

	private final TokenBackoff backoff;

	private final TokenFailureFactory failures;

	private final TokenEventReporter report;

	private final RefusedTokens refusedTokens;

	private final ClientObservations observations;

	private volatile PasswordAttempts passwordAttempts;

	EngineClient(TokenEngine engine, ClientCredentials credentials, DiscoveredRegistration registration,
			TokenClient tokenClient, ClientObservations observations) {
		this.engine = engine;
		this.credentials = credentials;
		this.registration = registration;
		this.tokenClient = tokenClient;
		this.events = new EventPublisher(engine.events(), engine.clock());
		this.passwordAttempts = new PasswordAttempts(engine.clock(), engine.random());
		this.backoff = new TokenBackoff(() -> this.passwordAttempts, engine.random());
		this.failures = new TokenFailureFactory(credentials, this.backoff);
		this.report = new TokenEventReporter(credentials.name(), this.events);
		this.refusedTokens = new RefusedTokens(credentials, this.events);
		this.observations = observations;
	}

	/**
	 * Return the client's name.
	 * @return the name
	 */
	public String name() {
		return this.credentials.name();
	}

	/**
	 * Return the client's registration.
	 * @return the registration as discovery has it
	 */
	public DiscoveredRegistration registration() {
		return this.registration;
	}

	/**
	 * Return the client of the token endpoint.
	 * @return the token client
	 */
	public TokenClient tokenClient() {
		return this.tokenClient;
	}

	/**
	 * Return the engine's clock.
	 * @return the clock
	 */
	public Clock clock() {
		return this.engine.clock();
	}

	ClientCredentials credentials() {
		return this.credentials;
	}

	TokenEngine engine() {
		return this.engine;
	}

	/**
	 * Check whether what the client authenticates with has changed in its files.
	 * @return completes soon, on a thread of the engine or at once
	 */
	public Mono<Void> checkForChangedSecrets() {
		return this.tokenClient.authenticator().secrets().checkForChanges(this.engine.scheduler());
	}

	/**
	 * Return a number that grows when what the client authenticates with is known to have
	 * changed.
	 * @return the number
	 */
	public long secretsVersion() {
		return this.tokenClient.authenticator().secrets().version();
	}

	/**
	 * Return the password grants for the account that the client has at a provider now,
	 * or had before its secrets could not be read.
	 */
	PasswordAttempts passwordAttempts(ProviderBinding provider) {
		String account = readableAccount();
		PasswordAttempts current = (account != null) ? this.engine.accounts().attempts(provider, account)
				: this.passwordAttempts;
		this.passwordAttempts = current;
		return current;
	}

	TokenBackoff backoff() {
		return this.backoff;
	}

	/**
	 * Return what is observed of the client.
	 * @return the observations
	 */
	public ClientObservations observations() {
		return this.observations;
	}

	/**
	 * Return the outage of the token endpoint that lasts.
	 * @return the outage, or {@code null} if there is none
	 */
	public @Nullable TokenOutage outage() {
		return this.report.outage();
	}

	/**
	 * Return since when the API refuses all tokens of the client.
	 * @return the outage, or {@code null} if there is none
	 */
	public @Nullable TokenOutage refusal() {
		return this.refusedTokens.outage(clock().millis());
	}

	TokenEventReporter report() {
		return this.report;
	}

	RefusedTokens refusedTokens() {
		return this.refusedTokens;
	}

	/**
	 * Return what nodes share.
	 * @return what they share, or {@code null} if this is the only node
	 */
	public @Nullable TokenSharing sharing() {
		return this.engine.sharing();
	}

	TokenFailureFactory failures() {
		return this.failures;
	}

	/**
	 * Return what is stored of this client is identified by.
	 * @param issuer the issuer of the tokens
	 * @param subject the user's identifier at the issuer
	 * @param login distinguishes the user's logins
	 * @return the identity, or {@code null} if nodes share nothing
	 */
	public @Nullable RecordIdentity identity(String issuer, String subject, String login) {
		TokenSharing sharing = sharing();
		return (sharing != null) ? new RecordIdentity(sharing.root(), name(), issuer, subject, login) : null;
	}

	/**
	 * Return what the application's own token is stored under: another account, or
	 * another secret, has another one.
	 */
	@Nullable RecordIdentity identity(String issuer) {
		String account = account();
		return (account != null) ? identity(issuer, "", account) : null;
	}

	/**
	 * Return what identifies the account for the nodes that share its tokens, and does
	 * not tell its secrets: another one has another secret, key or certificate. Nothing
	 * is shared while these cannot be read.
	 */
	@Nullable String account() {
		TokenSharing sharing = sharing();
		String account = (sharing != null) ? readableAccount() : null;
		return (sharing != null && account != null) ? sharing.records().digest(account) : null;
	}

	/**
	 * Return all that the client's own token depends on, or {@code null} while secrets
	 * cannot be read, which the request for a token explains.
	 */
	private @Nullable String readableAccount() {
		try {
			return this.tokenClient.authenticator().account();
		}
		catch (CredentialsUnavailableException ex) {
			return null;
		}
	}

	/**
	 * Return a source of tokens that a login brought, which only a refresh can follow.
	 * @param owner the login
	 * @param grant the tokens, or {@code null} if another node has stored them
	 * @return a new source
	 */
	public TokenSource loginSource(TokenAcquisition owner, @Nullable TokenGrant grant) {
		return source(owner, (grant != null) ? TokenSnapshot.ofLogin(grant) : TokenSnapshot.STORED_LOGIN);
	}

	/**
	 * Return a source that holds nothing yet.
	 */
	TokenSource source(TokenAcquisition owner) {
		return source(owner, TokenSnapshot.EMPTY);
	}

	private TokenSource source(TokenAcquisition owner, TokenSnapshot held) {
		TokenLedger ledger = new TokenLedger(this.failures, Ticker.systemTicker(), held);
		TokenSharing sharing = sharing();
		return new TokenSource(this, ledger, owner,
				(sharing != null) ? new SharedTokens(this, sharing.records(), ledger, owner) : null);
	}

	/**
	 * Return what revokes refresh tokens of the client.
	 * @return a new instance
	 */
	public TokenRevocation revocation() {
		return new TokenRevocation(this.tokenClient, this.events);
	}

	/**
	 * Request tokens that no source holds, on the engine's threads, no longer than these
	 * live, and than a flight may take.
	 * @param request the request
	 * @return the request; fails with what a caller gets
	 */
	public Mono<TokenGrant> grant(Mono<TokenGrant> request) {
		return grant(request, 0);
	}

	/**
	 * Request tokens like {@link #grant(Mono)}, after failures in a row.
	 * @param request the request
	 * @param failures how many there were, by which the pause after another one counts
	 * @return the request; fails with what a caller gets
	 */
	public Mono<TokenGrant> grant(Mono<TokenGrant> request, int failures) {
		return this.engine.bind(request)
			.doOnNext((grant) -> this.report.acquired(grant.accessToken(), null))
			.onErrorMap((ex) -> reported(ex, failures))
			.publishOn(this.engine.scheduler())
			.timeout(TokenFlight.LIMIT, this.engine.scheduler())
			.onErrorMap((ex) -> ex instanceof RejectedExecutionException || ex instanceof TimeoutException,
					(ex) -> reported(unfinished(this.engine.cause(ex)), failures));
	}

	private Throwable unfinished(Throwable cause) {
		return (cause instanceof TimeoutException) ? new PlatformAuthorizationException(
				PlatformError.TIMEOUT.explain(
						"No access token for client '%s' within %d s".formatted(name(), TokenFlight.LIMIT.toSeconds())),
				PlatformError.TIMEOUT, PlatformStep.TOKEN_REQUEST, null, true, null, null, cause) : cause;
	}

	private RuntimeException reported(Throwable ex, int before) {
		TokenFailure failure = failure(ex, before);
		this.report.note(failure, clock().millis());
		return failure.exception();
	}

	/**
	 * Request a token to look at it, and revoke what came with it as far as the provider
	 * allows. No source holds it, and what it fails of delays no source.
	 * @param registration the client's registration
	 * @return what was granted; fails as a call would
	 */
	public Mono<InspectedGrant> inspect(ClientRegistration registration) {
		return this.engine
			.bind(this.tokenClient.inspect(registration)
				.flatMap((granted) -> revoked(registration, granted).thenReturn(granted)))
			.onErrorMap((ex) -> failure(ex, 0).exceptionWithoutOutlook());
	}

	private Mono<Void> revoked(ClientRegistration registration, InspectedGrant granted) {
		RefreshToken token = granted.grant().refreshToken();
		return (token != null) ? revocation().revoke(registration, token).onErrorComplete() : Mono.empty();
	}

	/**
	 * Limit the time that work takes.
	 * @param <T> the type of the result
	 * @param limit the time
	 * @param work the work
	 * @return the work; fails with a {@link TimeoutException} then
	 */
	public <T> Mono<T> within(Duration limit, Mono<T> work) {
		return work.timeout(limit, this.engine.scheduler());
	}

	/**
	 * Publish an event of the client's tokens.
	 * @param level how much it matters
	 * @param step the step that it concerns
	 * @param message what happened
	 */
	public void publish(PlatformEvent.Level level, PlatformStep step, String message) {
		this.events.publish(step, level, message);
	}

	/**
	 * Publish a problem with the client's tokens at {@code WARN}.
	 * @param error the entry of the catalogue
	 * @param step the step that it concerns
	 * @param message what happened, without what to do
	 */
	public void warn(PlatformError error, PlatformStep step, String message) {
		this.events.publish(step, PlatformEvent.Level.WARN, error, error.explain(message));
	}

	/**
	 * Explain why a caller that waited for a flight gets no token. A rejection says that
	 * the threads which release callers are gone.
	 */
	RuntimeException explain(Throwable ex, TokenFlight flight, Duration waited) {
		if (ex instanceof TimeoutException) {
			return unfinished(flight, waited, ex);
		}
		if (ex instanceof PlatformAuthorizationException || ex instanceof ClientAuthorizationRequiredException) {
			return (RuntimeException) ex;
		}
		return failure(ex, 0).exception();
	}

	/**
	 * Return why a flight ended.
	 */
	Throwable cause(Throwable ex, TokenFlight flight) {
		return (ex instanceof TimeoutException) ? unfinished(flight, TokenFlight.LIMIT, ex) : this.engine.cause(ex);
	}

	private TokenFailure failure(Throwable ex, int before) {
		return this.failures.of(this.engine.cause(ex), before + 1, clock().millis(), 0);
	}

	private PlatformAuthorizationException unfinished(TokenFlight flight, Duration waited, Throwable cause) {
		String message = "No access token for client '%s' within %d s: %s";
		TokenFlight.Activity activity = flight.activity();
		if (activity != null) {
			return new PlatformAuthorizationException(
					PlatformError.TIMEOUT.explain(message.formatted(name(), waited.toSeconds(), activity.describe())),
					PlatformError.TIMEOUT, activity.step(), activity.uri(), true, null, null, cause);
		}
		PlatformException discovery = this.registration.unfinished();
		return new PlatformAuthorizationException(message.formatted(name(), waited.toSeconds(), discovery.getMessage()),
				discovery.getError(), discovery.getStep(), discovery.getUri(), true, null, null, discovery);
	}

}
