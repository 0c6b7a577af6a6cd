package io.videoplatform.internal.token;

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
 * The requests that bring tokens of one client: its initial grant or a user's
 * authorization code, and the refresh of what these brought.
 */
final class TokenRequests {

	private final ClientCredentials credentials;

	private final TokenEndpoint endpoint;

	private final Clock clock;

	private final RandomGenerator random;

	private final LongAdder sent = new LongAdder();

	TokenRequests(ClientCredentials credentials, TokenEndpoint endpoint, Clock clock, RandomGenerator random) {
		this.credentials = credentials;
		this.endpoint = endpoint;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Obtain a token by the client's initial grant.
	 */
	Mono<TokenGrant> initialGrant(ClientRegistration registration) {
		return request(registration, GrantParameters.initial(this.credentials), this.credentials.scopes(), null);
	}

	/**
	 * Obtain a user's tokens by an authorization code (RFC 6749, section 4.1.3), which is
	 * sent once, whatever comes of it.
	 */
	Mono<TokenGrant> exchange(ClientRegistration registration, GrantParameters code) {
		return request(registration, code, Set.of(), null);
	}

	/**
	 * Obtain a token by a refresh token (RFC 6749, section 6). A response without a new
	 * one keeps the old one. What is lost is sent once more if that is allowed.
	 */
	Mono<TokenGrant> refresh(ClientRegistration registration, RefreshToken refreshToken, BooleanSupplier onceMore) {
		Mono<TokenGrant> refresh = request(registration, GrantParameters.refresh(refreshToken.value()), Set.of(),
				refreshToken);
		return refresh.onErrorResume((ex) -> TokenRequestException.leavesInDoubt(ex) && onceMore.getAsBoolean(),
				(ex) -> refresh);
	}

	/**
	 * Obtain a token by a refresh token that is held elsewhere.
	 */
	Mono<TokenGrant> refreshOnce(ClientRegistration registration, String refreshToken) {
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
	 */
	long sent() {
		return this.sent.sum();
	}

	private Mono<TokenGrant> request(ClientRegistration registration, GrantParameters grant, Set<String> scopes,
			@Nullable RefreshToken used) {
		return Mono.defer(() -> {
			long requestedAt = this.clock.millis();
			this.sent.increment();
			return this.endpoint.request(registration, grant, scopes, this.credentials,
					(answer) -> tokens(answer, ProviderBinding.of(registration), requestedAt, used));
		});
	}

	private TokenGrant tokens(TokenAnswer answer, ProviderBinding provider, long requestedAt,
			@Nullable RefreshToken used) {
		TokenLifetime lifetime = TokenLifetime.of(answer.expiresIn(), requestedAt, this.clock.millis(), this.random);
		Set<String> scopes = (answer.scopes() != null) ? answer.scopes() : this.credentials.scopes();
		AccessToken accessToken = new AccessToken(answer.accessToken(), provider, lifetime, requestedAt, scopes);
		RefreshToken refreshToken = (answer.refreshToken() != null) ? new RefreshToken(answer.refreshToken(), provider,
				RefreshToken.expiresAt(answer.refreshExpiresIn(), requestedAt)) : used;
		return new TokenGrant(accessToken, refreshToken, answer.idToken());
	}

}
