package io.videoplatform.internal.token.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * What a token request brought. Its {@code toString()} shows no token.
 */
public final class TokenGrant {

	private final AccessToken accessToken;

	private final @Nullable RefreshToken refreshToken;

	private final @Nullable String idToken;

	private final long generation;

	/**
	 * Create a new instance.
	 * @param accessToken the access token
	 * @param refreshToken the refresh token, if there is one
	 * @param idToken the encoded ID token, if there is one
	 */
	public TokenGrant(AccessToken accessToken, @Nullable RefreshToken refreshToken, @Nullable String idToken) {
		this(accessToken, refreshToken, idToken, 0);
	}

	private TokenGrant(AccessToken accessToken, @Nullable RefreshToken refreshToken, @Nullable String idToken,
			long generation) {
		this.accessToken = accessToken;
		this.refreshToken = refreshToken;
		this.idToken = idToken;
		this.generation = generation;
	}

	/**
	 * Return the same tokens as a generation of a record that nodes share.
	 * @param generation the generation
	 * @return the tokens
	 */
	public TokenGrant ofGeneration(long generation) {
		return new TokenGrant(this.accessToken, this.refreshToken, this.idToken, generation);
	}

	/**
	 * Return the same tokens as those of a user that nodes share: their refresh begins
	 * earlier.
	 * @return the tokens
	 */
	public TokenGrant shared() {
		return new TokenGrant(this.accessToken.shared(), this.refreshToken, this.idToken, this.generation);
	}

	/**
	 * Return the generation of the record that nodes share.
	 * @return the generation, 0 if the tokens are not shared
	 */
	public long generation() {
		return this.generation;
	}

	/**
	 * Return the access token.
	 * @return the access token
	 */
	public AccessToken accessToken() {
		return this.accessToken;
	}

	/**
	 * Return the refresh token to use from now on.
	 * @return the refresh token, or {@code null} if there is none
	 */
	public @Nullable RefreshToken refreshToken() {
		return this.refreshToken;
	}

	/**
	 * Return the value of the refresh token to use from now on.
	 * @return the value, or {@code null} if there is none
	 */
	public @Nullable String refreshTokenValue() {
		return (this.refreshToken != null) ? this.refreshToken.value() : null;
	}

	/**
	 * Return the ID token as it came, unchecked.
	 * @return the encoded token, or {@code null} if the response has none
	 */
	public @Nullable String idToken() {
		return this.idToken;
	}

	@Override
	public String toString() {
		return "TokenGrant[" + this.accessToken + "]";
	}

}
