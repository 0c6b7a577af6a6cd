package io.videoplatform.internal.store;

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
	 * @return whether there is
	 */
	default boolean isPossible(TokenRecord record, long now) {
		return true;
	}

	/**
	 * Send the request, once.
	 * @param record the record, whose refresh is claimed for this request alone
	 * @param clock the clock of the store's engine, in milliseconds since 1970
	 * @return the tokens
	 */
	Mono<StoredTokens> send(TokenRecord record, LongSupplier clock);

	/**
	 * Return what a failure tells about the refresh token.
	 * @param ex the failure
	 * @return the outcome
	 */
	Outcome outcome(Throwable ex);

	/**
	 * Return how long no node tries again.
	 * @param ex the failure
	 * @param record the record, which counts the failures before this one
	 * @return the pause
	 */
	Duration pause(Throwable ex, TokenRecord record);

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
