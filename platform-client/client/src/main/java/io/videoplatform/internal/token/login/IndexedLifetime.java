package io.videoplatform.internal.token.login;

import java.time.Clock;
import java.time.Duration;

import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import io.videoplatform.internal.token.shared.SharedSet;

/**
 * How long a login is kept in the index that nodes share: twice as long as it is good for
 * if no node refreshes it. So its entry need not be written at each refresh, but only
 * when it might end before the login.
 */
final class IndexedLifetime {

	private static final int FACTOR = 2;

	private final TokenSource source;

	private final LoginExpiry expiry;

	private final Clock clock;

	/**
	 * When the entry ends at the earliest.
	 */
	private volatile long endsAt;

	IndexedLifetime(TokenSource source, LoginExpiry expiry, Clock clock) {
		this.source = source;
		this.expiry = expiry;
		this.clock = clock;
	}

	/**
	 * Return whether the entry may end before the login, so that it has to be written.
	 */
	boolean isDue() {
		return this.endsAt < this.clock.millis() + ofLogin().toMillis();
	}

	/**
	 * Return for how long the entry is to be written, and count on that.
	 */
	Duration renew() {
		Duration life = ofLogin().multipliedBy(FACTOR);
		this.endsAt = this.clock.millis() + SharedSet.leastLeft(life).toMillis();
		return life;
	}

	/**
	 * Return how long nodes can use the login from now on if none of them refreshes it:
	 * what they share of one whose refresh token has no end is kept longer than it is
	 * held.
	 */
	private Duration ofLogin() {
		Duration left = this.expiry.left(this.source);
		RefreshToken refreshToken = this.source.refreshToken();
		TokenGrant held = this.source.held();
		return (held != null && refreshToken != null && !refreshToken.hasEnd())
				? left.plusMillis(Math.max(0, held.accessToken().lifetime().validUntil() - this.clock.millis())) : left;
	}

}
