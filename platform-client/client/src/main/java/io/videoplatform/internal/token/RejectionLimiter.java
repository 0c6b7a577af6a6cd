package io.videoplatform.internal.token;

import java.time.Duration;

import io.videoplatform.internal.token.endpoint.AccessToken;

/**
 * Decides whether a 401 may reject a token. An API that refuses everything must not
 * become a refresh storm: a token that no call has used with success is not rejected
 * within a second of the last rejection, then two, doubling to a minute; one that was
 * used with success is rejected at once, five times a minute. Guarded by its owner's
 * lock.
 */
final class RejectionLimiter {

	private static final int ACCEPTED_BUDGET = 5;

	private static final long WINDOW = Duration.ofSeconds(60).toMillis();

	private static final long SHORTEST = Duration.ofSeconds(1).toMillis();

	private int streak;

	private long rejectedAt;

	private int acceptedRejections;

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
		if (accepted && spendBudget(now)) {
			this.rejectedAt = now;
			return true;
		}
		if (this.streak > 0 && now - this.rejectedAt < pause()) {
			return false;
		}
		this.streak++;
		this.rejectedAt = now;
		return true;
	}

	private boolean spendBudget(long now) {
		if (this.acceptedRejections == 0 || now - this.windowStart >= WINDOW) {
			this.windowStart = now;
			this.acceptedRejections = 0;
			this.streak = 0;
		}
		if (this.acceptedRejections == ACCEPTED_BUDGET) {
			return false;
		}
		this.acceptedRejections++;
		return true;
	}

	private long pause() {
		return Math.min(SHORTEST << Math.min(this.streak - 1, 10), WINDOW);
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
