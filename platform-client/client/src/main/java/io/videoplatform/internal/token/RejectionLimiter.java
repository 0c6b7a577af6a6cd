package io.videoplatform.internal.token;

import java.time.Duration;

import io.videoplatform.internal.token.endpoint.AccessToken;

/**
 * Decides whether a 401 may reject a token. An API that refuses everything must not
 * become a refresh storm: a token that no call has used with success is not rejected
 * within a minute of the last rejection; others are rejected five times at once, and then
 * once a minute. Guarded by its owner's lock.
 */
final class RejectionLimiter {

	private static final int BURST = 5;

	private static final long INTERVAL = Duration.ofMinutes(1).toMillis();

	private long rejectedAt = -INTERVAL;

	/**
	 * When the last permit that has been used was earned: each minute, one is.
	 */
	private long used = Long.MIN_VALUE;

	/**
	 * Decide about the token that is held.
	 */
	Rejection decide(TokenSnapshot held, AccessToken token, long now) {
		// A token in doubt is used to its natural end, which comes once and needs no
		// limit
		boolean ended = now >= token.lifetime().expiresAt();
		return (ended || (!held.isKeptWhenRejected(token, now) && isAllowed(token, now))) ? Rejection.TAKEN
				: Rejection.LIMITED;
	}

	private boolean isAllowed(AccessToken token, long now) {
		long next = Math.max(this.used, now - BURST * INTERVAL) + INTERVAL;
		if (next > now || (!token.isAccepted() && now - this.rejectedAt < INTERVAL)) {
			return false;
		}
		this.used = next;
		this.rejectedAt = now;
		return true;
	}

	/**
	 * What came of a rejection.
	 */
	enum Rejection {

		/**
		 * The token was current and is rejected now.
		 */
		TAKEN,

		/**
		 * It was rejected or replaced before.
		 */
		KNOWN,

		/**
		 * It stays: too many rejections in too short a time.
		 */
		LIMITED

	}

}
