package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;

import com.github.benmanes.caffeine.cache.Expiry;

/**
 * When a login ends by itself: with its refresh token; if that has no end, after a time
 * without use; without one, with its access token.
 */
final class LoginExpiry implements Expiry<TokenKey.User, TokenSource> {

	/**
	 * A refresh may have begun just before the end, and prolongs the login.
	 */
	private static final long LAST_FLIGHT = TokenFlight.LIMIT.toMillis();

	private final Duration idle;

	private final Clock clock;

	LoginExpiry(Duration idle, Clock clock) {
		this.idle = idle;
		this.clock = clock;
	}

	@Override
	public long expireAfterCreate(TokenKey.User key, TokenSource source, long currentTime) {
		return left(source).toNanos();
	}

	@Override
	public long expireAfterUpdate(TokenKey.User key, TokenSource source, long currentTime, long currentDuration) {
		return left(source).toNanos();
	}

	@Override
	public long expireAfterRead(TokenKey.User key, TokenSource source, long currentTime, long currentDuration) {
		RefreshToken refreshToken = source.snapshot().refreshToken();
		return (refreshToken != null && refreshToken.expiresAt() == RefreshToken.NO_END) ? this.idle.toNanos()
				: currentDuration;
	}

	/**
	 * Return how long a login is good for from now on, if nobody uses it.
	 */
	Duration left(TokenSource source) {
		long now = this.clock.millis();
		TokenSnapshot held = source.snapshot();
		RefreshToken refreshToken = held.refreshToken();
		AccessToken accessToken = held.accessToken();
		long end = (accessToken != null) ? accessToken.lifetime().validUntil() : now;
		if (refreshToken != null) {
			end = (refreshToken.expiresAt() != RefreshToken.NO_END)
					? Math.max(end, refreshToken.expiresAt() + LAST_FLIGHT) : now + this.idle.toMillis();
		}
		return Duration.ofMillis(Math.max(0, end - now));
	}

}
