package io.videoplatform.internal.token.endpoint;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A refresh token, bound to the provider that issued it. Its {@code toString()} does not
 * show it.
 *
 * @param value the token
 * @param provider the provider that issued it, the only one it is ever sent to
 * @param expiresAt when it ends, in milliseconds of the engine's clock; {@link #NO_END}
 * if it has none
 */
public record RefreshToken(String value, ProviderBinding provider, long expiresAt) {

	/**
	 * When a refresh token ends that has no end.
	 */
	public static final long NO_END = Long.MAX_VALUE;

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
	 * Return whether the token has not expired.
	 * @param now the current time, in milliseconds of the engine's clock
	 * @return whether it may be sent
	 */
	public boolean isUsable(long now) {
		return now < this.expiresAt;
	}

	@Override
	public String toString() {
		return "RefreshToken[" + this.provider.issuer() + "]";
	}

}
