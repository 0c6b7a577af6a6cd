package io.videoplatform.token;

import org.jspecify.annotations.Nullable;

/**
 * All that is held for one key at one moment. Immutable.
 *
 * @param accessToken the access token
 * @param refreshToken the refresh token
 * @param rejected whether the API has refused the access token
 * @param inDoubt whether the refresh token was sent and no outcome is known
 * @param ofLogin whether nothing but the refresh token can bring the next access token
 */
record TokenSnapshot(@Nullable AccessToken accessToken, @Nullable RefreshToken refreshToken, boolean rejected,
		boolean inDoubt, boolean ofLogin) {

	static final TokenSnapshot EMPTY = new TokenSnapshot(null, null, false, false, false);

	static TokenSnapshot ofLogin(TokenGrant grant) {
		return new TokenSnapshot(grant.accessToken(), grant.refreshToken(), false, false, true);
	}

	/**
	 * Return what is held once a flight has brought new tokens.
	 */
	TokenSnapshot followedBy(TokenGrant grant) {
		return new TokenSnapshot(grant.accessToken(), grant.refreshToken(), false, false, this.ofLogin);
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
		if (now >= lifetime.expiresAt()) {
			return TokenState.EXPIRED;
		}
		return isLast(now) ? TokenState.FRESH : TokenState.STALE;
	}

	/**
	 * Whether no other access token can follow, so that this one is used to its end
	 * before the user has to log in again.
	 */
	private boolean isLast(long now) {
		return this.ofLogin && (this.refreshToken == null || !this.refreshToken.isLiving(now));
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
		return new TokenSnapshot(this.accessToken, this.refreshToken, true, this.inDoubt, this.ofLogin);
	}

	/**
	 * The refresh token was sent and no outcome is known. After a second time it is
	 * forgotten: what was sent twice is not sent a third time.
	 */
	TokenSnapshot withDoubt() {
		return this.inDoubt ? withoutRefreshToken()
				: new TokenSnapshot(this.accessToken, this.refreshToken, this.rejected, true, this.ofLogin);
	}

	TokenSnapshot withoutRefreshToken() {
		return new TokenSnapshot(this.accessToken, null, this.rejected, false, this.ofLogin);
	}

}
