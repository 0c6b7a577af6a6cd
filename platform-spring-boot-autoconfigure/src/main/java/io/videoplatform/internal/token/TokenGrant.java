package io.videoplatform.internal.token;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What a token request brought. Its {@code toString()} shows no token.
 */
public final class TokenGrant {

	private final AccessToken accessToken;

	private final @Nullable RefreshToken refreshToken;

	private final @Nullable String idToken;

	TokenGrant(AccessToken accessToken, @Nullable RefreshToken refreshToken, @Nullable String idToken) {
		this.accessToken = accessToken;
		this.refreshToken = refreshToken;
		this.idToken = idToken;
	}

	/**
	 * Return the access token.
	 * @return the access token
	 */
	public AccessToken accessToken() {
		return this.accessToken;
	}

	@Nullable RefreshToken refreshToken() {
		return this.refreshToken;
	}

	/**
	 * Return the refresh token to use from now on, itself.
	 * @return the value, or {@code null} if there is none
	 */
	public @Nullable String refreshTokenValue() {
		return (this.refreshToken != null) ? this.refreshToken.value() : null;
	}

	/**
	 * Return when the refresh token ends.
	 * @return the instant on the engine's clock, or {@code null} if there is no refresh
	 * token or no end
	 */
	public @Nullable Instant refreshTokenExpiresAt() {
		return (this.refreshToken != null && this.refreshToken.expiresAt() != RefreshToken.NO_END)
				? Instant.ofEpochMilli(this.refreshToken.expiresAt()) : null;
	}

	/**
	 * Return the ID token as it came, unchecked.
	 * @return the encoded token, or {@code null} if the answer held none
	 */
	public @Nullable String idToken() {
		return this.idToken;
	}

	@Override
	public String toString() {
		return "TokenGrant[" + this.accessToken + "]";
	}

}
