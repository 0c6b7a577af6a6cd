package io.videoplatform.internal.token.endpoint;

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
	 * Return the same tokens as a generation of a record that nodes share.
	 */
	public GrantedTokens ofGeneration(long generation) {
		return new GrantedTokens(this.accessToken, this.refreshToken, this.idToken, generation);
	}

	/**
	 * Return the same tokens as those of a user that nodes share: their refresh begins
	 * earlier.
	 */
	public GrantedTokens shared() {
		return new GrantedTokens(this.accessToken.shared(), this.refreshToken, this.idToken, this.generation);
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
