package io.videoplatform.internal.token;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A refresh token, bound to the provider that issued it. Its {@code toString()} does not
 * show it.
 *
 * @param value the token
 * @param provider the provider that issued it, the only one it is ever sent to
 * @param expiresAt when it ends, in milliseconds of the engine's clock;
 * {@link Long#MAX_VALUE} if it has no end
 */
record RefreshToken(String value, ProviderBinding provider, long expiresAt) {

	static final long NO_END = Long.MAX_VALUE;

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

	boolean isLiving(long now) {
		return now < this.expiresAt;
	}

	@Override
	public String toString() {
		return "RefreshToken[" + this.provider.issuer() + "]";
	}

}
