package io.videoplatform.internal.token;

import java.time.Duration;

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

	boolean tryReject(boolean accepted, long now) {
		if (accepted && spendBudget(now)) {
			this.rejectedAt = now;
			return true;
		}
		if (this.streak > 0 && !ClockSetBack.endsPause(this.rejectedAt, pause(), now)) {
			return false;
		}
		this.streak++;
		this.rejectedAt = now;
		return true;
	}

	private boolean spendBudget(long now) {
		if (this.acceptedRejections == 0 || ClockSetBack.endsPause(this.windowStart, WINDOW, now)) {
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

}
