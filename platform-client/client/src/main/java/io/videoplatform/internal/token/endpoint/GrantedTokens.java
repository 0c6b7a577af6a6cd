package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.token.shared.StoredTokens;
import org.jspecify.annotations.Nullable;

/**
 * What a token request brought. Its {@code toString()} shows no token.
 *
 * @param accessToken the access token
 * @param refreshToken the refresh token to use from now on, if there is one
 * @param idToken the encoded ID token as it came, unchecked, if there is one
 * @param generation the generation of the record that nodes share, 0 if they share none
 */
public record GrantedTokens(AccessToken accessToken, @Nullable RefreshToken refreshToken, @Nullable String idToken,
		long generation) {

	/**
	 * Create a grant that is not shared.
	 */
	public GrantedTokens(AccessToken accessToken, @Nullable RefreshToken refreshToken, @Nullable String idToken) {
		this(accessToken, refreshToken, idToken, 0);
	}

	/**
	 * Return stored tokens as this node uses them.
	 * @param behind the time of this node's clock less that of the store's engine: only
	 * the difference counts, so that neither clock has to be right
	 */
	public static GrantedTokens of(StoredTokens stored, String issuer, long behind, RandomGenerator random) {
		long requestedAt = stored.requestedAt() + behind;
		ProviderBinding provider = new ProviderBinding(issuer, Origin.of(URI.create(stored.tokenEndpoint())));
		RefreshToken refreshToken = RefreshToken.of(stored, provider, behind);
		double refreshPoint = (refreshToken != null) ? TokenLifetime.SHARED_REFRESH_POINT : TokenLifetime.REFRESH_POINT;
		TokenLifetime lifetime = TokenLifetime.ofLength(stored.lifetime(), refreshPoint, requestedAt, requestedAt,
				random);
		return new GrantedTokens(
				new AccessToken(stored.accessToken(), provider, lifetime, requestedAt, stored.scopes()), refreshToken,
				null);
	}

	/**
	 * Return these tokens as they are stored.
	 * @param ahead the time of the store's engine less that of this node's clock
	 */
	public StoredTokens stored(boolean withRefreshToken, long ahead) {
		AccessToken token = this.accessToken;
		RefreshToken kept = withRefreshToken ? this.refreshToken : null;
		return new StoredTokens(token.value(), token.scopes(), token.provider().tokenEndpoint().toString(),
				token.obtainedAt() + ahead, token.lifetime().length(), (kept != null) ? kept.value() : null,
				(kept != null && kept.hasEnd()) ? kept.expiresAt() + ahead : StoredTokens.NO_END);
	}

	/**
	 * Return the same tokens as a generation of a record that nodes share.
	 */
	public GrantedTokens ofGeneration(long generation) {
		return new GrantedTokens(this.accessToken, this.refreshToken, this.idToken, generation);
	}

	/**
	 * Return the value of the refresh token to use from now on, if there is one.
	 */
	public @Nullable String refreshTokenValue() {
		return (this.refreshToken != null) ? this.refreshToken.value() : null;
	}

	@Override
	public String toString() {
		return "GrantedTokens[" + this.accessToken + "]";
	}

}
