package io.videoplatform.token;

import org.jspecify.annotations.Nullable;

/**
 * All that is held for one key at one moment. Immutable.
 *
 * @param accessToken the access token
 * @param refreshToken the refresh token
 * @param rejected whether the API has refused the access token
 * @param inDoubt whether the refresh token was sent and no outcome is known
 */
record TokenSnapshot(@Nullable AccessToken accessToken, @Nullable RefreshToken refreshToken, boolean rejected,
		boolean inDoubt) {

	static final TokenSnapshot EMPTY = new TokenSnapshot(null, null, false, false);

	static TokenSnapshot of(TokenGrant grant) {
		return new TokenSnapshot(grant.accessToken(), grant.refreshToken(), false, false);
	}

	TokenState state(long now) {
		AccessToken token = this.accessToken;
		if (token == null || this.rejected) {
			return TokenState.EXPIRED;
		}
		TokenLifetime lifetime = token.lifetime();
		if (now < lifetime.refreshAt()) {
			return TokenState.FRESH;
		}
		if (this.inDoubt) {
			return (now < lifetime.validUntil()) ? TokenState.IN_DOUBT : TokenState.EXPIRED;
		}
		return (now < lifetime.expiresAt()) ? TokenState.STALE : TokenState.EXPIRED;
	}

	/**
	 * Return the access token if it is to be used and no refresh of it is due.
	 */
	@Nullable AccessToken settled(long now) {
		return switch (state(now)) {
			case FRESH, IN_DOUBT -> this.accessToken;
			case STALE, EXPIRED -> null;
		};
	}

	TokenSnapshot withRejection() {
		return new TokenSnapshot(this.accessToken, this.refreshToken, true, this.inDoubt);
	}

	/**
	 * The refresh token was sent and no outcome is known. After a second time it is
	 * forgotten: what was sent twice is not sent a third time.
	 */
	TokenSnapshot withDoubt() {
		return this.inDoubt ? withoutRefreshToken()
				: new TokenSnapshot(this.accessToken, this.refreshToken, this.rejected, true);
	}

	TokenSnapshot withoutRefreshToken() {
		return new TokenSnapshot(this.accessToken, null, this.rejected, false);
	}

}
