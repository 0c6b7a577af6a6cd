package io.videoplatform.internal.token.shared;

import java.time.Duration;
import java.util.function.LongSupplier;

import reactor.core.publisher.Mono;

/**
 * The request that brings the next generation of tokens, and what its failures mean.
 */
public interface RefreshRequest {

	/**
	 * Return whether there is something to send, before the refresh is claimed.
	 * @param record the record
	 * @param now the time of the store's engine, in milliseconds since 1970
	 */
	default boolean isPossible(TokenRecord record, long now) {
		return true;
	}

	/**
	 * Return whether the API has rejected the access token, so that it is of no use
	 * before it expires.
	 * @param record the record
	 */
	default boolean isRejected(TokenRecord record) {
		return false;
	}

	/**
	 * Send the request, once.
	 * @param record the record, whose refresh is claimed for this request alone
	 * @param clock the clock of the store's engine, in milliseconds since 1970
	 */
	Mono<StoredTokens> send(TokenRecord record, LongSupplier clock);

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
