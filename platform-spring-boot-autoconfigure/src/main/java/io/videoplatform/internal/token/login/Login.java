package io.videoplatform.internal.token.login;

import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.LoginEndedException;
import io.videoplatform.internal.token.TokenAcquisition;
import io.videoplatform.internal.token.TokenFlight;
import io.videoplatform.internal.token.TokenRefresh;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * A user's login that is held, and the owner of its tokens. Only its refresh token brings
 * the next ones: without a usable one, or when the provider refuses it, the login has
 * ended.
 */
final class Login implements TokenAcquisition {

	private static final Duration CHECK = Duration.ofSeconds(15);

	private final LoginTokens tokens;

	private final EngineClient client;

	private final LoginKey key;

	private final RefreshedIdTokenCheck check;

	private final @Nullable String sessionId;

	private final TokenSource source;

	private volatile Collection<LoginTokens> others;

	private volatile boolean revoking = true;

	Login(LoginTokens tokens, EngineClient client, LoginKey key, TokenGrant grant, RefreshedIdTokenCheck check,
			@Nullable String sessionId) {
		this.tokens = tokens;
		this.client = client;
		this.key = key;
		this.check = check;
		this.sessionId = sessionId;
		this.others = Set.of(tokens);
		this.source = client.loginSource(this, grant);
	}

	LoginKey key() {
		return this.key;
	}

	TokenSource source() {
		return this.source;
	}

	/**
	 * End the login and revoke its refresh token, unless another login shares the
	 * provider's session.
	 * @param others the logins at all clients that may share it
	 */
	void logOut(Collection<LoginTokens> others) {
		this.others = others;
		revoke(this.source.end("the user has logged out"));
	}

	/**
	 * End the login here alone: nothing is revoked, not even what a refresh under way
	 * brings.
	 */
	void drop(String reason) {
		this.revoking = false;
		this.source.end(reason);
	}

	@Override
	public Mono<TokenGrant> acquire(TokenFlight flight, TokenRefresh refresh) {
		return this.client.registration()
			.await()
			.flatMap((current) -> refresh.at(current)
				.onErrorMap(TokenRequestException::refusesGrant,
						(ex) -> new LoginEndedException("the refresh token " + ex.getMessage(), ex))
				.switchIfEmpty(Mono.error(() -> new LoginEndedException("no usable refresh token is held", null)))
				.flatMap((grant) -> checked(current, grant, flight)));
	}

	/**
	 * Check the ID token, if there is one. A check that does not end in time counts as
	 * one that is not possible for the moment: the new refresh token would be lost with
	 * the flight.
	 */
	private Mono<TokenGrant> checked(ClientRegistration current, TokenGrant grant, TokenFlight flight) {
		String idToken = grant.idToken();
		if (idToken == null) {
			return Mono.just(grant);
		}
		flight.enters(PlatformStep.ID_TOKEN, jwkSet(current), "has not been checked");
		return this.client
			.within(CHECK, Mono.defer(() -> this.check.check(current, idToken, grant.accessToken().value())))
			.onErrorComplete(TimeoutException.class)
			.onErrorMap(
					(ex) -> new LoginEndedException("the ID token of a refresh was refused: " + ex.getMessage(), ex))
			.thenReturn(grant);
	}

	private static URI jwkSet(ClientRegistration current) {
		ClientRegistration.ProviderDetails provider = current.getProviderDetails();
		return URI.create(Objects.requireNonNullElse(provider.getJwkSetUri(), provider.getTokenUri()));
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
	public void discarded(TokenGrant grant) {
		revoke(grant.refreshToken());
	}

	private void revoke(@Nullable RefreshToken refreshToken) {
		if (refreshToken != null && this.revoking
				&& this.others.stream().noneMatch((tokens) -> tokens.isShared(this.key, this.sessionId))) {
			this.tokens.revoke(refreshToken);
		}
	}

}
