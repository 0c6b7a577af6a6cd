package io.videoplatform.internal.token;

import java.time.Duration;

import io.videoplatform.internal.token.endpoint.AccessToken;

/**
 * Decides whether a 401 may reject a token. An API that refuses everything must not
 * become a refresh storm: in a minute, a token that was used with success is rejected
 * five times at most, one that no call has used with success twice. Guarded by its
 * owner's lock.
 */
final class RejectionLimiter {

	private static final int ACCEPTED = 5;

	private static final int UNUSED = 2;

	private static final long WINDOW = Duration.ofMinutes(1).toMillis();

	private int rejections;

	private long windowStart;

	/**
	 * Decide about the token that is held.
	 */
	Rejection decide(TokenSnapshot held, AccessToken token, long now) {
		// A token in doubt is used to its natural end, which comes once and needs no
		// limit
		boolean ended = now >= token.lifetime().expiresAt();
		return (ended || (!held.isKeptWhenRejected(token, now) && isAllowed(token.isAccepted(), now))) ? Rejection.TAKEN
				: Rejection.LIMITED;
	}

	private boolean isAllowed(boolean accepted, long now) {
		if (this.rejections == 0 || now - this.windowStart >= WINDOW) {
			this.windowStart = now;
			this.rejections = 0;
		}
		if (this.rejections >= (accepted ? ACCEPTED : UNUSED)) {
			return false;
		}
		this.rejections++;
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
