package io.videoplatform.internal.token.login;

import java.time.Clock;
import java.time.Duration;

import com.github.benmanes.caffeine.cache.Expiry;
import io.videoplatform.internal.token.TokenFlight;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.RefreshToken;

/**
 * When a login ends by itself: with its refresh token; if that has no end, after a time
 * without use; without one, with its access token.
 *
 * @param idle the time without use
 * @param clock the clock
 */
record LoginExpiry(Duration idle, Clock clock) implements Expiry<LoginKey, Login> {

	/**
	 * A refresh may have begun just before the end, and prolongs the login.
	 */
	private static final long LAST_FLIGHT = TokenFlight.LIMIT.toMillis();

	@Override
	public long expireAfterCreate(LoginKey key, Login login, long currentTime) {
		return left(login.source()).toNanos();
	}

	@Override
	public long expireAfterUpdate(LoginKey key, Login login, long currentTime, long currentDuration) {
		return left(login.source()).toNanos();
	}

	@Override
	public long expireAfterRead(LoginKey key, Login login, long currentTime, long currentDuration) {
		GrantedTokens held = login.source().held();
		RefreshToken refreshToken = (held != null) ? held.refreshToken() : null;
		return (refreshToken != null && !refreshToken.hasEnd()) ? this.idle.toNanos() : currentDuration;
	}

	/**
	 * Return how long a login is good for from now on, if it is not used.
	 */
	Duration left(TokenSource source) {
		long now = this.clock.millis();
		GrantedTokens held = source.held();
		if (held == null) {
			// Another node has stored it, and it is read with its first use
			return TokenFlight.LIMIT;
		}
		RefreshToken refreshToken = held.refreshToken();
		long end = held.accessToken().lifetime().validUntil();
		if (refreshToken != null) {
			end = refreshToken.hasEnd() ? Math.max(end, refreshToken.expiresAt() + LAST_FLIGHT)
					: now + this.idle.toMillis();
		}
		return Duration.ofMillis(Math.max(0, end - now));
	}

}
