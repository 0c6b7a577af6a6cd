package io.videoplatform.internal.token.shared;

import java.time.Duration;

import reactor.core.publisher.Mono;

/**
 * The request that brings the next generation of tokens, and what its failures mean.
 */
public interface RefreshRequest {

	/**
	 * Whether it brings the first tokens, too, of which nothing needs to be stored.
	 */
	default boolean isInitial() {
		return false;
	}

	/**
	 * Whether it may be sent now, once its refresh is claimed.
	 * @param now the time of the store's engine, in milliseconds since 1970
	 */
	default boolean isDue(TokenRecord record, long now) {
		return record.isClaimable(now, false);
	}

	/**
	 * Send the request, once.
	 * @param record the record, whose refresh is claimed for this request alone
	 */
	Mono<StoredTokens> send(TokenRecord record);

	/**
	 * Return what a failure of the request means.
	 * @param ex the failure
	 * @param record the record, which counts the failures before this one
	 * @return what it means
	 */
	Failed failed(Throwable ex, TokenRecord record);

	/**
	 * What the failure of a request means.
	 *
	 * @param outcome what it tells about the refresh token
	 * @param pause how long no node tries again
	 */
	record Failed(Outcome outcome, Duration pause) {

		/**
		 * Return whether what was sent instead of a refresh token may be accepted later.
		 */
		public boolean isDeclined() {
			return this.outcome == Outcome.DECLINED;
		}

	}

	/**
	 * What is known of a refresh token after a request has failed.
	 */
	enum Outcome {

		/**
		 * The provider cannot have processed the request: the refresh token is as good as
		 * before.
		 */
		NOT_PROCESSED,

		/**
		 * The provider may have processed the request.
		 */
		UNKNOWN,

		/**
		 * The provider has refused what was sent instead of a refresh token, and may
		 * accept it later.
		 */
		DECLINED,

		/**
		 * The provider has refused the refresh token.
		 */
		REFUSED

	}

}
