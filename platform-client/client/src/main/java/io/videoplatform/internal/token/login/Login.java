package io.videoplatform.internal.token.login;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.FlightRun;
import io.videoplatform.internal.token.LoginEndedException;
import io.videoplatform.internal.token.TokenAcquirer;
import io.videoplatform.internal.token.TokenFlight;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.shared.RecordIdentity;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;

/**
 * A user's login that is held, and the owner of its tokens. Only its refresh token brings
 * the next ones: without a usable one, or when the provider refuses it, the login has
 * ended.
 */
final class Login implements TokenAcquirer {

	private static final Duration CHECK = Duration.ofSeconds(15);

	private final LoginTokens tokens;

	private final EngineClient client;

	private final LoginKey key;

	private final @Nullable Map<String, String> claims;

	private final TokenSource source;

	private final @Nullable RecordIdentity identity;

	private volatile @Nullable String sessionId;

	private volatile boolean revoking = true;

	Login(LoginTokens tokens, EngineClient client, LoginKey key, @Nullable GrantedTokens grant,
			@Nullable Map<String, String> claims) {
		this.tokens = tokens;
		this.client = client;
		this.key = key;
		this.claims = claims;
		this.identity = client.identity(key.issuer(), key.subject(), key.loginId());
		this.source = client.loginSource(this, grant);
	}

	LoginKey key() {
		return this.key;
	}

	TokenSource source() {
		return this.source;
	}

	/**
	 * Store the login for other nodes, if there are any.
	 * @return completes when it is stored
	 */
	Mono<Void> share(GrantedTokens grant, Map<String, String> claims) {
		return this.source.share(this.identity, grant, claims);
	}

	/**
	 * End the login and revoke its refresh token, unless another login shares the
	 * provider's session.
	 * @return completes when it has ended for all nodes
	 */
	Mono<Void> logOut() {
		// Nodes forget the claims at the end
		this.sessionId = sessionId();
		RefreshToken held = this.source.end("the user has logged out");
		// The one that is stored may be later
		Mono<RefreshToken> last = this.source.endShared(this.identity, true, held).cache();
		// In this order, or of two that end at once each would find the other
		return begun(last.then(Flux.concatDelayError(unindexed(), last.flatMap(this::revoked)).then()));
	}

	/**
	 * Leave the index of the logins that nodes share.
	 */
	private Mono<Void> unindexed() {
		return Mono.defer(() -> this.tokens.unindex(this.key)).doOnNext((session) -> this.sessionId = session).then();
	}

	/**
	 * Return work that has begun, whether or not a caller waits for it.
	 */
	private static Mono<Void> begun(Mono<Void> work) {
		Mono<Void> begun = work.cache();
		begun.onErrorComplete().subscribe();
		return begun;
	}

	/**
	 * End the login: nothing is revoked, not even what a refresh under way brings. It
	 * leaves the index later: what is found there by then has ended.
	 * @return completes when it has ended for all nodes
	 */
	Mono<Void> drop(String reason) {
		this.revoking = false;
		this.source.end(reason);
		return begun(
				this.source.endShared(this.identity, false, null).then().doOnSuccess((ended) -> begun(unindexed())));
	}

	@Override
	public Mono<GrantedTokens> acquire(ProviderMetadata provider, FlightRun run) {
		return run.ofLogin(this.identity, provider, (grant) -> checked(provider, grant, run.flight()))
			.onErrorMap(TokenRequestException::refusesGrant, LoginEndedException::ofRefusal)
			.switchIfEmpty(Mono.error(() -> new LoginEndedException("no usable refresh token is held", null)));
	}

	/**
	 * Check the ID token, if there is one. A check that does not end in time counts as
	 * one that is not possible for the moment: the new refresh token would be lost with
	 * the flight.
	 */
	private Mono<GrantedTokens> checked(ProviderMetadata provider, GrantedTokens grant, TokenFlight flight) {
		String idToken = grant.idToken();
		if (idToken == null) {
			return Mono.just(grant);
		}
		flight.enters(PlatformStep.ID_TOKEN, Objects.requireNonNullElse(provider.jwksUri(), provider.tokenEndpoint()),
				"has not been checked");
		return this.client
			.within((this.identity != null) ? LoginTokens.SHARED_CHECK : CHECK,
					Mono.defer(
							() -> this.tokens.check().check(claims(), provider, idToken, grant.accessToken().value())))
			.onErrorComplete(TimeoutException.class)
			.onErrorMap(
					(ex) -> new LoginEndedException("the ID token of a refresh was refused: " + ex.getMessage(), ex))
			.thenReturn(grant);
	}

	/**
	 * The claims of the login's ID token, as far as this node knows them.
	 */
	private Map<String, String> claims() {
		return (this.claims != null) ? this.claims : this.source.sharedClaims();
	}

	@Override
	public void renewed() {
		this.tokens.prolong(this);
	}

	@Override
	public void ended() {
		this.tokens.remove(this);
	}

	@Override
	public void discarded(RefreshToken refreshToken) {
		begun(revoked(refreshToken));
	}

	@Override
	public void endedElsewhere(boolean revocable) {
		this.revoking = revocable;
	}

	/**
	 * Revoke a refresh token, unless another login may share the provider's session, or
	 * whether one does cannot be known.
	 */
	private Mono<Void> revoked(RefreshToken refreshToken) {
		if (!this.revoking) {
			return Mono.empty();
		}
		return Flux.fromIterable(this.tokens.all())
			.concatMap((tokens) -> tokens.isShared(this.key, sessionId()))
			.any(Boolean::booleanValue)
			.onErrorReturn(true)
			.filter((shared) -> !shared)
			.doOnNext((revocable) -> this.tokens.revoke(refreshToken))
			.then();
	}

	/**
	 * The provider's session, if it is known.
	 */
	@Nullable String sessionId() {
		String known = this.sessionId;
		return (known != null) ? known : claims().get(LogoutTokenClaimNames.SID);
	}

	/**
	 * Whether the provider may have this login in a session: where one of them states no
	 * session, all of the same user.
	 */
	boolean mayShare(@Nullable String other) {
		String session = sessionId();
		return session == null || other == null || session.equals(other);
	}

}
