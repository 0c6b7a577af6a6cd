package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.observation.ClientObservations;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenClient;
import io.videoplatform.internal.token.endpoint.TokenResponse;
import io.videoplatform.internal.token.endpoint.TokenRevocation;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.TokenSharing;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The engine as one client uses it: how its tokens are requested, on which threads, and
 * how failures are explained and reported. All sources of the client share it.
 *
 * @param engine what it shares with other clients
 * @param credentials what the client was given
 * @param provider the client's provider as discovery has it at each subscription
 * @param tokenClient the client of the token endpoint
 * @param observations what is observed of the client
 * @param events publishes its events
 * @param backoff the pauses after failures
 * @param failures explains failures
 * @param report reports tokens and failures
 * @param refusedTokens notes what the API makes of tokens
 * @param sharing what nodes share, or {@code null} if this is the only node
 */
public record EngineClient(TokenEngine engine, ClientCredentials credentials, Mono<ProviderMetadata> provider,
		TokenClient tokenClient, ClientObservations observations, EventPublisher events, TokenBackoff backoff,
		TokenFailures failures, TokenEventReporter report, RefusedTokens refusedTokens,
		@Nullable TokenSharing sharing) {

	/**
	 * Return the client's name.
	 */
	public String name() {
		return this.credentials.name();
	}

	/**
	 * Return the engine's clock.
	 */
	public Clock clock() {
		return this.engine.clock();
	}

	/**
	 * Read what the client authenticates with, which tells its account. What is wrong
	 * with it is left to the request.
	 */
	Mono<Void> readSecrets() {
		return this.tokenClient.authenticator().secrets().read(this.engine.scheduler()).onErrorComplete().then();
	}

	/**
	 * Check whether what the client authenticates with has changed in its files.
	 * @return completes soon, on a thread of the engine or at once
	 */
	Mono<Void> checkForChangedSecrets() {
		return this.tokenClient.authenticator().secrets().checkForChanges(this.engine.scheduler());
	}

	/**
	 * Return a number that grows when what the client authenticates with is known to have
	 * changed.
	 */
	long secretsVersion() {
		return this.tokenClient.authenticator().secrets().version();
	}

	/**
	 * Return the password grants for the account that the client has at a provider, with
	 * what was read of its secrets.
	 */
	PasswordAttempts passwordAttempts(ProviderMetadata provider) {
		return this.engine.attempts(ProviderBinding.of(provider), this.tokenClient.authenticator().login());
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

	/**
	 * Return what is stored of this client is identified by.
	 * @return the identity, or {@code null} if nodes share nothing
	 */
	public @Nullable RecordIdentity identity(String issuer, String subject, String login) {
		return (this.sharing != null) ? new RecordIdentity(this.sharing.root(), name(), issuer, subject, login) : null;
	}

	/**
	 * Return what the application's own token is stored under at a provider: another
	 * account, or another secret, has another one. Nothing is shared while the secrets
	 * cannot be read.
	 */
	@Nullable RecordIdentity identity(ProviderMetadata provider) {
		String account = (this.sharing != null) ? this.tokenClient.authenticator().account() : null;
		return (this.sharing != null && account != null)
				? identity(provider.issuer(), "", this.sharing.records().digest(account)) : null;
	}

	/**
	 * Create the source of the application's own token. Call it once for each client.
	 */
	public TokenSource applicationSource() {
		return source(new ApplicationTokens(this), TokenSnapshot.EMPTY);
	}

	/**
	 * Return a source of tokens that a login brought, which only a refresh can follow.
	 */
	public TokenSource loginSource(TokenAcquirer owner, @Nullable GrantedTokens grant) {
		return source(owner, (grant != null) ? TokenSnapshot.ofLogin(grant) : TokenSnapshot.STORED_LOGIN);
	}

	private TokenSource source(TokenAcquirer owner, TokenSnapshot held) {
		TokenLedger ledger = new TokenLedger(this.failures, held);
		return new TokenSource(this, ledger, owner,
				(this.sharing != null) ? new SharedTokens(this, this.sharing.records(), ledger, owner) : null);
	}

	/**
	 * Return what revokes refresh tokens of the client.
	 */
	public TokenRevocation revocation() {
		return new TokenRevocation(this.tokenClient, this.events);
	}

	/**
	 * Request tokens that no source holds, no longer than the engine's threads live, and
	 * than a flight may take.
	 * @return the request; fails with what a caller gets
	 */
	public Mono<GrantedTokens> grant(Mono<GrantedTokens> request) {
		return this.engine
			.release(this.engine.bind(request, TokenFlight.LIMIT)
				.doOnNext((grant) -> this.report.acquired(grant.accessToken(), null)))
			.onErrorMap(this::reported);
	}

	private RuntimeException reported(Throwable ex) {
		TokenFailure failure = this.failures.of(ex);
		this.report.note(failure, clock().millis());
		return failure.exception();
	}

	/**
	 * Request a token to look at it, and revoke what came with it as far as the provider
	 * allows. No source holds what this brings, and what it fails of delays no source. A
	 * password takes its turn among the account's other logins, and is not sent while
	 * these pause after a refusal.
	 * @return what was granted; fails as a call would
	 */
	public Mono<TokenResponse> inspect(ProviderMetadata provider) {
		Mono<TokenResponse> request = this.tokenClient.inspect(provider);
		return explained((this.credentials.usesPassword() ? inTurn(request, provider) : request)
			.flatMap((granted) -> revoked(provider, granted).thenReturn(granted)));
	}

	private Mono<TokenResponse> inTurn(Mono<TokenResponse> request, ProviderMetadata provider) {
		return readSecrets().then(Mono.defer(() -> {
			PasswordAttempts attempts = passwordAttempts(provider);
			return attempts.inTurn(attempts.attempt(request, Duration.ZERO, (none) -> Mono.empty()),
					this.engine.scheduler());
		}));
	}

	private Mono<Void> revoked(ProviderMetadata provider, TokenResponse granted) {
		String token = granted.refreshToken();
		return (token != null)
				? revocation().revoke(provider, RefreshToken.of(token, provider, Set.of())).onErrorComplete()
				: Mono.empty();
	}

	/**
	 * Ask whether the token endpoint accepts a client at which users log in, without one.
	 * @return the provider if it does; fails as a call would
	 */
	public Mono<ProviderMetadata> probe(ProviderMetadata provider) {
		return explained(this.tokenClient.probe(provider));
	}

	private <T> Mono<T> explained(Mono<T> request) {
		return this.engine.bind(request).onErrorMap((ex) -> this.failures.of(ex).reason());
	}

	/**
	 * Limit the time that work takes.
	 * @return the work; fails with a {@link TimeoutException} then
	 */
	public <T> Mono<T> within(Duration limit, Mono<T> work) {
		return work.timeout(limit, this.engine.scheduler());
	}

	/**
	 * Publish an event of the client's tokens.
	 */
	public void publish(PlatformEvent.Level level, PlatformStep step, String message) {
		this.events.publish(step, level, message);
	}

	/**
	 * Publish a problem with the client's tokens at {@code WARN}.
	 */
	public void warn(PlatformError error, PlatformStep step, String message) {
		this.events.publish(step, PlatformEvent.Level.WARN, error, message);
	}

}
