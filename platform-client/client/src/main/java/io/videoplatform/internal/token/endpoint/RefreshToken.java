package io.videoplatform.internal.token.endpoint;

import java.time.Duration;
import java.util.Set;
import java.util.random.RandomGenerator;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.token.shared.StoredTokens;
import org.jspecify.annotations.Nullable;

/**
 * A refresh token, bound to the provider that issued it. Its {@code toString()} does not
 * show it.
 *
 * @param value the token
 * @param provider the provider that issued it, the only one it is ever sent to
 * @param expiresAt when it ends, in milliseconds of the engine's clock, if it
 * {@linkplain #hasEnd() has an end}
 * @param scopes what was granted with it, and is granted again by a refresh that does not
 * name its scope (RFC 6749, section 6)
 */
public record RefreshToken(String value, ProviderBinding provider, long expiresAt, Set<String> scopes) {

	/**
	 * When a refresh token ends that has no end.
	 */
	static final long NO_END = Long.MAX_VALUE;

	private static final double SPREAD = 0.10;

	/**
	 * Return a refresh token whose end is not known.
	 */
	public static RefreshToken of(String value, ProviderMetadata provider, Set<String> scopes) {
		return new RefreshToken(value, ProviderBinding.of(provider), NO_END, scopes);
	}

	static @Nullable RefreshToken of(StoredTokens stored, ProviderBinding provider, long behind) {
		String value = stored.refreshToken();
		long end = stored.refreshExpiresAt();
		return (value != null) ? new RefreshToken(value, provider, (end != StoredTokens.NO_END) ? end + behind : NO_END,
				stored.scopes()) : null;
	}

	/**
	 * Return when a refresh token ends. Zero means no end, as Keycloak has it.
	 */
	static long expiresAt(@Nullable Long refreshExpiresIn, long requestedAt) {
		if (refreshExpiresIn == null || refreshExpiresIn <= 0 || refreshExpiresIn > Duration.ofDays(3650).toSeconds()) {
			return NO_END;
		}
		long lifetime = refreshExpiresIn * 1000;
		return requestedAt + lifetime - TokenLifetime.skew(lifetime);
	}

	/**
	 * Return the same token for a client that has an initial grant to go on with: its end
	 * is up to 10 % of its lifetime earlier, so that nodes whose sessions began together
	 * do not log in again together.
	 */
	RefreshToken endingEarlier(long requestedAt, RandomGenerator random) {
		double early = SPREAD * Math.abs(2 * random.nextDouble() - 1);
		return hasEnd() ? new RefreshToken(this.value, this.provider,
				this.expiresAt - Math.round((this.expiresAt - requestedAt) * early), this.scopes) : this;
	}

	/**
	 * Return whether the token ends at a time that is known.
	 */
	public boolean hasEnd() {
		return this.expiresAt != NO_END;
	}

	/**
	 * Return whether the token has not expired.
	 */
	public boolean isUsable(long now) {
		return now < this.expiresAt;
	}

	@Override
	public String toString() {
		return "RefreshToken[" + this.provider.issuer() + "]";
	}

}
