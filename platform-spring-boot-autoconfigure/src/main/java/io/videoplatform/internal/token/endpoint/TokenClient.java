package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Requests the tokens of one client: by its initial grant or a user's authorization code,
 * and by the refresh tokens that these brought.
 */
public final class TokenClient {

	private final ClientCredentials credentials;

	private final TokenEndpoint endpoint;

	private final Clock clock;

	private final RandomGenerator random;

	private final LongAdder sent = new LongAdder();

	/**
	 * Create a new instance.
	 * @param credentials the client
	 * @param endpoint sends the requests
	 * @param clock the clock that lifetimes count by
	 * @param random the source of their spread
	 */
	public TokenClient(ClientCredentials credentials, TokenEndpoint endpoint, Clock clock, RandomGenerator random) {
		this.credentials = credentials;
		this.endpoint = endpoint;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Obtain a token by the client's initial grant.
	 * @param registration the client's registration
	 * @return the tokens; fails with a {@link TokenRequestException}
	 */
	public Mono<TokenGrant> initialGrant(ClientRegistration registration) {
		return request(registration, GrantParameters.initial(this.credentials), this.credentials.scopes(), null);
	}

	/**
	 * Obtain a user's tokens by an authorization code (RFC 6749, section 4.1.3), which is
	 * sent once, whatever comes of it.
	 * @param registration the registration that the login began with
	 * @param code the code
	 * @param redirectUri the redirect URI of the authorization request
	 * @param verifier the code verifier (RFC 7636, section 4.5)
	 * @return the tokens; fails with a {@link TokenRequestException}
	 */
	public Mono<TokenGrant> exchange(ClientRegistration registration, String code, URI redirectUri,
			@Nullable String verifier) {
		return request(registration, GrantParameters.code(code, redirectUri, verifier), Set.of(), null);
	}

	/**
	 * Obtain a token by a refresh token (RFC 6749, section 6). A response without a new
	 * one keeps the old one.
	 * @param registration the client's registration
	 * @param refreshToken the refresh token
	 * @param onceMore whether a request whose outcome is unknown is sent once more
	 * @return the tokens; fails with a {@link TokenRequestException}
	 */
	public Mono<TokenGrant> refresh(ClientRegistration registration, RefreshToken refreshToken,
			BooleanSupplier onceMore) {
		Mono<TokenGrant> refresh = request(registration, GrantParameters.refresh(refreshToken.value()), Set.of(),
				refreshToken);
		return refresh.onErrorResume((ex) -> TokenRequestException.leavesInDoubt(ex) && onceMore.getAsBoolean(),
				(ex) -> refresh);
	}

	/**
	 * Obtain a token by a refresh token that is held elsewhere.
	 * @param registration the client's registration
	 * @param refreshToken the refresh token
	 * @return the tokens; fails with a {@link TokenRequestException}
	 */
	public Mono<TokenGrant> refresh(ClientRegistration registration, String refreshToken) {
		return refresh(registration,
				new RefreshToken(refreshToken, ProviderBinding.of(registration), RefreshToken.NO_END), () -> false);
	}

	/**
	 * Revoke a refresh token (RFC 7009, section 2.1).
	 * @return completes when the provider has taken it; fails with a
	 * {@link TokenRequestException}
	 */
	Mono<Void> revoke(ClientRegistration registration, URI endpoint, RefreshToken refreshToken) {
		return this.endpoint.revoke(registration, endpoint, refreshToken.value(), this.credentials);
	}

	/**
	 * Return how many requests were sent.
	 * @return the number
	 */
	public long sent() {
		return this.sent.sum();
	}

	private Mono<TokenGrant> request(ClientRegistration registration, GrantParameters grant, Set<String> scopes,
			@Nullable RefreshToken used) {
		return Mono.defer(() -> {
			long requestedAt = this.clock.millis();
			this.sent.increment();
			return this.endpoint.request(registration, grant, scopes, this.credentials,
					(response) -> tokens(response, ProviderBinding.of(registration), requestedAt, used));
		});
	}

	private TokenGrant tokens(TokenResponse response, ProviderBinding provider, long requestedAt,
			@Nullable RefreshToken used) {
		TokenLifetime lifetime = TokenLifetime.of(response.expiresIn(), requestedAt, this.clock.millis(), this.random);
		Set<String> scopes = (response.scopes() != null) ? response.scopes() : this.credentials.scopes();
		AccessToken accessToken = new AccessToken(response.accessToken(), provider, lifetime, requestedAt, scopes);
		RefreshToken refreshToken = (response.refreshToken() != null) ? new RefreshToken(response.refreshToken(),
				provider, RefreshToken.expiresAt(response.refreshExpiresIn(), requestedAt)) : used;
		return new TokenGrant(accessToken, refreshToken, response.idToken());
	}

}
