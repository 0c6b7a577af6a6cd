package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.time.Clock;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.token.shared.StoredTokens;
import org.jspecify.annotations.Nullable;

/**
 * Converts tokens between the clock of this node and that of a store's engine. Only
 * differences count, so that neither clock has to be right.
 *
 * @param clock the clock of this node
 * @param random the source of jitter
 */
public record StoredTokensConverter(Clock clock, RandomGenerator random) {

	/**
	 * Return tokens as they are stored.
	 */
	public StoredTokens toStored(GrantedTokens grant, boolean withRefreshToken, long engineNow) {
		AccessToken token = grant.accessToken();
		RefreshToken refreshToken = withRefreshToken ? grant.refreshToken() : null;
		long ahead = engineNow - this.clock.millis();
		return new StoredTokens(token.value(), token.scopes(), token.provider().tokenEndpoint().toString(),
				token.obtainedAt() + ahead, token.lifetime().length(),
				(refreshToken != null) ? refreshToken.value() : null, end(refreshToken, ahead));
	}

	private static long end(@Nullable RefreshToken refreshToken, long ahead) {
		return (refreshToken != null && refreshToken.hasEnd()) ? refreshToken.expiresAt() + ahead : StoredTokens.NO_END;
	}

	/**
	 * Return stored tokens as this node uses them.
	 */
	public GrantedTokens toGrant(StoredTokens stored, String issuer, long engineNow) {
		long behind = this.clock.millis() - engineNow;
		long requestedAt = stored.requestedAt() + behind;
		ProviderBinding provider = new ProviderBinding(issuer, Origin.of(URI.create(stored.tokenEndpoint())));
		TokenLifetime lifetime = TokenLifetime.ofLength(stored.lifetime(), requestedAt, requestedAt, this.random);
		RefreshToken refreshToken = refreshToken(stored, provider, behind);
		GrantedTokens grant = new GrantedTokens(
				new AccessToken(stored.accessToken(), provider, lifetime, requestedAt, stored.scopes()), refreshToken,
				null);
		return (refreshToken != null) ? grant.shared() : grant;
	}

	private static @Nullable RefreshToken refreshToken(StoredTokens stored, ProviderBinding provider, long behind) {
		String value = stored.refreshToken();
		long end = stored.refreshExpiresAt();
		return (value != null) ? new RefreshToken(value, provider,
				(end != StoredTokens.NO_END) ? end + behind : RefreshToken.NO_END, stored.scopes()) : null;
	}

}
