package io.videoplatform.token;

import java.time.Clock;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import io.videoplatform.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The two requests that bring tokens of one client: its first grant, and the refresh of
 * what that brought.
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
	 * Obtain a token by the client's first grant.
	 */
	Mono<TokenGrant> firstGrant(ClientRegistration registration) {
		return request(registration, FirstGrant.of(this.credentials), this.credentials.scopes(), null);
	}

	/**
	 * Obtain a token by a refresh token (RFC 6749, section 6). An answer without a new
	 * one keeps the old one.
	 */
	Mono<TokenGrant> refresh(ClientRegistration registration, RefreshToken refreshToken) {
		AuthorizationGrant grant = new RefreshTokenGrant(
				new com.nimbusds.oauth2.sdk.token.RefreshToken(refreshToken.value()));
		return request(registration, grant, Set.of(), refreshToken);
	}

	/**
	 * Return how many requests were sent.
	 */
	long sent() {
		return this.sent.sum();
	}

	private Mono<TokenGrant> request(ClientRegistration registration, AuthorizationGrant grant, Set<String> scopes,
			@Nullable RefreshToken used) {
		return Mono.defer(() -> {
			long requestedAt = this.clock.millis();
			this.sent.increment();
			return this.endpoint.request(registration, grant, scopes, this.credentials)
				.map((answer) -> tokens(answer, ProviderBinding.of(registration), requestedAt, used));
		});
	}

	private TokenGrant tokens(TokenAnswer answer, ProviderBinding provider, long requestedAt,
			@Nullable RefreshToken used) {
		TokenLifetime lifetime = TokenLifetime.of(answer.expiresIn(), requestedAt, this.clock.millis(), this.random);
		Set<String> scopes = (answer.scopes() != null) ? answer.scopes() : this.credentials.scopes();
		AccessToken accessToken = new AccessToken(answer.accessToken(), provider, lifetime, requestedAt, scopes);
		RefreshToken refreshToken = (answer.refreshToken() != null) ? new RefreshToken(answer.refreshToken(), provider,
				RefreshToken.expiresAt(answer.refreshExpiresIn(), requestedAt)) : used;
		return new TokenGrant(accessToken, refreshToken);
	}

}
