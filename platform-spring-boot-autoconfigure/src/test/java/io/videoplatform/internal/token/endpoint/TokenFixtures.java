package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.token.endpoint.TokenRequestException.Outcome;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * Tokens and failures as requests would have brought them.
 */
public final class TokenFixtures {

	/**
	 * The provider of the tokens.
	 */
	public static final ProviderBinding PROVIDER = new ProviderBinding("https://login.example.com",
			Origin.of(URI.create("https://login.example.com")));

	private static final Random RANDOM = new Random(7);

	private TokenFixtures() {
	}

	/**
	 * Return the metadata of a provider on loopback.
	 */
	public static ProviderMetadata provider(String issuer) {
		return provider(issuer, issuer + "/token", issuer + "/revoke");
	}

	/**
	 * Return the metadata of a provider.
	 */
	public static ProviderMetadata provider(String issuer, String tokenEndpoint, @Nullable String revocationEndpoint) {
		return new ProviderMetadata(issuer, true, URI.create(tokenEndpoint), URI.create(issuer + "/auth"), null, null,
				null, (revocationEndpoint != null) ? URI.create(revocationEndpoint) : null,
				List.of("client_secret_basic"), false, Map.of(), null, null);
	}

	/**
	 * Return tokens that were requested and received at one moment.
	 */
	public static GrantedTokens grant(long now, long expiresIn) {
		TokenLifetime lifetime = TokenLifetime.of(expiresIn, TokenLifetime.REFRESH_POINT, now, now, RANDOM);
		return new GrantedTokens(new AccessToken("a", PROVIDER, lifetime, now, Set.of()), refreshToken("r", PROVIDER),
				null);
	}

	/**
	 * Return a refresh token without an end.
	 */
	public static RefreshToken refreshToken(String value, ProviderBinding provider) {
		return new RefreshToken(value, provider, RefreshToken.NO_END, Set.of());
	}

	/**
	 * Return the failure of a request whose outcome is unknown.
	 */
	public static TokenRequestException lost(AuthorizationGrantType grantType, String message) {
		return failed(Outcome.UNKNOWN, grantType, message, null);
	}

	/**
	 * Return the failure of a request.
	 */
	public static TokenRequestException failed(Outcome outcome, AuthorizationGrantType grantType,
			@Nullable Duration retryAfter) {
		return failed(outcome, grantType, "failed", retryAfter);
	}

	private static TokenRequestException failed(Outcome outcome, AuthorizationGrantType grantType, String message,
			@Nullable Duration retryAfter) {
		return new TokenRequestException(outcome, grantType, URI.create("https://login.example.com/token"), message,
				null, retryAfter, 0, null);
	}

}
