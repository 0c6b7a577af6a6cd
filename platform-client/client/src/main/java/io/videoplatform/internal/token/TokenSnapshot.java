package io.videoplatform.internal.token;

import java.time.Duration;
import java.time.Instant;

import io.videoplatform.client.TokenState;
import io.videoplatform.client.TokenStatus;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenLifetime;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.shared.RefreshHeldBackException;
import org.jspecify.annotations.Nullable;

/**
 * All that is held for one key at one moment, and the rule when its refresh token may be
 * presented: to the provider that issued it alone, while it has not expired. Once its
 * outcome is unknown, it is presented again only when the access token cannot be used any
 * more: once, and by a login also after that, with the pauses of an outage. Immutable.
 *
 * @param accessToken the access token
 * @param refreshToken the refresh token
 * @param rejected whether the API has refused the access token
 * @param unknownOutcomes how often the refresh token was sent and no outcome is known
 * @param ofLogin whether nothing but the refresh token can bring the next access token
 * @param generation the generation of the record that nodes share, 0 if they share none
 */
record TokenSnapshot(@Nullable AccessToken accessToken, @Nullable RefreshToken refreshToken, boolean rejected,
		int unknownOutcomes, boolean ofLogin, long generation) {

	private static final long YOUNG_LOGIN = Duration.ofMinutes(1).toMillis();

	static final TokenSnapshot EMPTY = new TokenSnapshot(null, null, false, 0, false, 0);

	/**
	 * What is held of a login that another node, or this one before a restart, has
	 * stored.
	 */
	static final TokenSnapshot STORED_LOGIN = new TokenSnapshot(null, null, false, 0, true, 0);

	static TokenSnapshot ofLogin(GrantedTokens grant) {
		return new TokenSnapshot(grant.accessToken(), grant.refreshToken(), false, 0, true, grant.generation());
	}

	/**
	 * Return what is held once a flight, or another node, has brought new tokens. An
	 * application's nodes share no refresh token: each keeps that of its own session.
	 */
	TokenSnapshot followedBy(GrantedTokens grant) {
		boolean sharesAccessTokenOnly = !this.ofLogin && grant.generation() > 0 && grant.refreshToken() == null;
		RefreshToken own = inDoubt() ? null : this.refreshToken;
		return new TokenSnapshot(grant.accessToken(), sharesAccessTokenOnly ? own : grant.refreshToken(), false, 0,
				this.ofLogin, grant.generation());
	}

	/**
	 * Whether another node has brought later tokens than these: an application's node may
	 * have tokens that no other knows.
	 */
	boolean isBefore(GrantedTokens grant) {
		return grant.generation() > this.generation && (this.ofLogin || !isObtainedAfter(grant));
	}

	private boolean isObtainedAfter(GrantedTokens grant) {
		return this.accessToken != null && this.accessToken.obtainedAt() > grant.accessToken().obtainedAt();
	}

	/**
	 * Return what is held once a flight has brought tokens: another node may have brought
	 * later ones meanwhile.
	 */
	TokenSnapshot latest(GrantedTokens grant) {
		boolean shared = this.generation > 0 && grant.generation() > 0;
		boolean late = this.ofLogin ? this.generation > grant.generation() : isObtainedAfter(grant);
		return (shared && late) ? this : followedBy(grant);
	}

	/**
	 * Whether a failure says that a refresh token was sent whose outcome is unknown.
	 */
	static boolean leavesInDoubt(@Nullable Throwable failure) {
		return TokenRequestException.leavesInDoubt(failure) || RefreshHeldBackException.leavesInDoubt(failure);
	}

	/**
	 * Whether a refresh was sent and its outcome is unknown.
	 */
	boolean inDoubt() {
		return this.unknownOutcomes > 0;
	}

	/**
	 * Return what remains of this at a provider. What another one issued is dropped: the
	 * change was a trusted one, or discovery would have refused it.
	 */
	TokenSnapshot at(ProviderBinding provider) {
		return (this.accessToken == null || this.accessToken.provider().equals(provider)) ? this : EMPTY;
	}

	/**
	 * Return the refresh token that may be presented, or {@code null} if there is none.
	 */
	@Nullable RefreshToken presentable(long now) {
		return (this.refreshToken != null && this.refreshToken.isUsable(now)) ? this.refreshToken : null;
	}

	/**
	 * Whether the refresh token, presented just now without a known outcome, may be
	 * presented once more without waiting: only the first time, and only if the access
	 * token has expired.
	 */
	boolean isPresentableAgain(long now) {
		return !inDoubt() && withDoubt().state(now) == TokenState.EXPIRED;
	}

	/**
	 * The refresh token was sent and no outcome is known. A login keeps it until the
	 * provider definitely accepts or refuses it: if the lost response had used it up, the
	 * session is gone anyway. An application-wide client has its initial grant instead,
	 * which loses nothing, after the second time.
	 */
	TokenSnapshot withDoubt() {
		return (inDoubt() && !this.ofLogin) ? withoutRefreshToken() : new TokenSnapshot(this.accessToken,
				this.refreshToken, this.rejected, this.unknownOutcomes + 1, this.ofLogin, this.generation);
	}

	/**
	 * The provider refused the refresh token. An application-wide client goes on with its
	 * initial grant; whether a login ends is decided by its owner.
	 */
	TokenSnapshot withRefusal() {
		return this.ofLogin ? this : withoutRefreshToken();
	}

	private TokenSnapshot withoutRefreshToken() {
		return new TokenSnapshot(this.accessToken, null, this.rejected, 0, this.ofLogin, this.generation);
	}

	/**
	 * Whether nothing but another login can replace the access token.
	 */
	boolean needsLogin(long now) {
		return this.ofLogin && presentable(now) == null;
	}

	/**
	 * Whether the token stays in use after a 401 because another login would not help:
	 * the API has accepted nothing with this token, or the last login is so young that
	 * the next one would meet the same API again, in a loop of redirects.
	 */
	boolean isKeptWhenRejected(AccessToken token, long now) {
		return needsLogin(now) && (!token.isAccepted() || now - token.obtainedAt() < YOUNG_LOGIN);
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
		if (inDoubt()) {
			return (now < lifetime.validUntil()) ? TokenState.IN_DOUBT : TokenState.EXPIRED;
		}
		if (now >= lifetime.expiresAt()) {
			return TokenState.EXPIRED;
		}
		// Without a usable refresh token it is used to its end before the user has to log
		// in again
		return needsLogin(now) ? TokenState.FRESH : TokenState.STALE;
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

	/**
	 * Return what an application is shown of this.
	 */
	TokenStatus status(@Nullable TokenFailure failure, boolean inFlight, long requests, long now) {
		AccessToken token = this.accessToken;
		return new TokenStatus(state(now), (token != null) ? Instant.ofEpochMilli(token.obtainedAt()) : null,
				(token != null) ? Instant.ofEpochMilli(token.lifetime().refreshAt()) : null,
				(token != null) ? Instant.ofEpochMilli(token.lifetime().expiresAt()) : null, this.refreshToken != null,
				refreshTokenEnd(), requests, inFlight, (failure != null) ? failure.count() : 0,
				(failure != null) ? failure.nextAttemptAt() : null, (failure != null) ? failure.message() : null,
				(failure != null) ? failure.failingSince() : null, (failure != null) ? failure.errorType() : null);
	}

	private @Nullable Instant refreshTokenEnd() {
		return (this.refreshToken != null && this.refreshToken.hasEnd())
				? Instant.ofEpochMilli(this.refreshToken.expiresAt()) : null;
	}

	TokenSnapshot withRejection() {
		return new TokenSnapshot(this.accessToken, this.refreshToken, true, this.unknownOutcomes, this.ofLogin,
				this.generation);
	}

}
