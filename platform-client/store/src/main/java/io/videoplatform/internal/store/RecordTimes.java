package io.videoplatform.internal.store;

import java.time.Duration;

import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;

/**
 * How long what nodes share may take and is kept.
 *
 * @param exchange the longest time from the beginning of a request to the provider to its
 * end, whatever that is
 * @param idle how long a record is kept without use whose refresh token has no end
 * @param retention how long the end of a login is kept at least: no refresh token may be
 * good for longer
 */
public record RecordTimes(Duration exchange, Duration idle, Duration retention) {

	/**
	 * From the claim to the record of what is sent: nothing is lost if the claim is taken
	 * over then.
	 */
	private static final Duration CLAIM = Duration.ofSeconds(3);

	/**
	 * Beyond the longest exchange, for the node that waits for its end.
	 */
	private static final Duration MARGIN = Duration.ofSeconds(5);

	/**
	 * Longer than a node that has new tokens takes to write them once the engine is
	 * there: the longest pause between two tries, and the deadline of one.
	 */
	private static final Duration SETTLING = Duration.ofMillis(2500);

	/**
	 * A refresh that was sent just before the refresh token's end is still committed.
	 */
	private static final Duration LAST_REFRESH = Duration.ofMinutes(1);

	private static final Duration LONGEST_LIFE = Duration.ofDays(3650);

	private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

	Duration settling() {
		return SETTLING;
	}

	long claimedUntil(long now) {
		return now + CLAIM.plus(SETTLING).toMillis();
	}

	long sentUntil(long now) {
		return now + this.exchange.plus(MARGIN).toMillis();
	}

	/**
	 * Whether the outcome of a request that begins now is known before the claim ends.
	 */
	boolean leavesTime(TokenRecord sent, long now) {
		return sent.claimedUntil() - now >= this.exchange.toMillis();
	}

	long pausedUntil(Duration pause, long now) {
		return now + ((pause.compareTo(LONGEST_PAUSE) < 0) ? pause : LONGEST_PAUSE).toMillis();
	}

	long endOf(StoredTokens tokens, long now) {
		long end = Math.min(tokens.expiresAt(), now + LONGEST_LIFE.toMillis());
		if (tokens.refreshToken() == null) {
			// Longer than its access token: the count of failures is kept with it
			end = Math.max(end, endOfNone(now));
		}
		else {
			end = (tokens.refreshExpiresAt() != StoredTokens.NO_END) ? Math.max(end, tokens.refreshExpiresAt())
					: end + this.idle.toMillis();
		}
		return Math.min(end, now + LONGEST_LIFE.toMillis()) + LAST_REFRESH.toMillis();
	}

	/**
	 * Longer than attempts pause that the provider has declined.
	 */
	long endOfNone(long now) {
		return now + LONGEST_PAUSE.multipliedBy(2).toMillis();
	}

	long endOfTombstone(long now) {
		return now + this.retention.plus(LAST_REFRESH).toMillis();
	}

}
