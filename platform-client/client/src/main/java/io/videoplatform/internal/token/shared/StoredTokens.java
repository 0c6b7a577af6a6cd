package io.videoplatform.internal.token.shared;

import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The tokens of one generation. Times are in milliseconds since 1970 by the clock of the
 * store's engine. Its {@code toString()} shows no token.
 *
 * @param accessToken the access token
 * @param scopes what was granted
 * @param tokenEndpoint the origin of the token endpoint that issued the tokens, the only
 * one that the refresh token may be sent to
 * @param requestedAt when the tokens were requested
 * @param lifetime how long the access token is good from then on, in milliseconds
 * @param refreshToken the refresh token, if there is one
 * @param refreshExpiresAt when the refresh token ends; {@link #NO_END} if it has no end,
 * or none is stated
 */
public record StoredTokens(String accessToken, Set<String> scopes, String tokenEndpoint, long requestedAt,
		long lifetime, @Nullable String refreshToken, long refreshExpiresAt) {

	/**
	 * When a refresh token ends that has no end.
	 */
	public static final long NO_END = Long.MAX_VALUE;

	public StoredTokens {
		if (lifetime < 0) {
			throw new IllegalArgumentException("A lifetime cannot be negative");
		}
		Objects.requireNonNull(accessToken);
		Objects.requireNonNull(tokenEndpoint);
		scopes = (scopes != null) ? Set.copyOf(scopes) : Set.of();
		refreshExpiresAt = (refreshExpiresAt > 0) ? refreshExpiresAt : NO_END;
	}

	/**
	 * Return when the access token ends.
	 * @return the time, by the clock of the engine
	 */
	public long expiresAt() {
		long end = this.requestedAt + this.lifetime;
		return (end >= this.requestedAt) ? end : NO_END;
	}

	@Override
	public String toString() {
		return "StoredTokens[requestedAt=%d, lifetime=%d]".formatted(this.requestedAt, this.lifetime);
	}

}
