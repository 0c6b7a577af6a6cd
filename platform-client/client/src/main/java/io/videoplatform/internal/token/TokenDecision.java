package io.videoplatform.internal.token;

import java.util.Objects;

import io.videoplatform.internal.token.endpoint.AccessToken;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger decides for a caller that needs more than what is held.
 *
 * @param kind what the caller gets
 * @param usable the token to use
 * @param underWay the flight to start or to join
 * @param reason why there is no token, and when to come back
 */
record TokenDecision(Kind kind, @Nullable AccessToken usable, @Nullable TokenFlight underWay,
		@Nullable RuntimeException reason) {

	static TokenDecision use(AccessToken token) {
		return new TokenDecision(Kind.USE, token, null, null);
	}

	static TokenDecision start(TokenFlight flight) {
		return new TokenDecision(Kind.START, null, flight, null);
	}

	static TokenDecision join(TokenFlight flight) {
		return new TokenDecision(Kind.JOIN, null, flight, null);
	}

	static TokenDecision joinBriefly(TokenFlight flight, RuntimeException otherwise) {
		return new TokenDecision(Kind.JOIN_BRIEFLY, null, flight, otherwise);
	}

	static TokenDecision fail(RuntimeException reason) {
		return new TokenDecision(Kind.FAIL, null, null, reason);
	}

	AccessToken token() {
		return Objects.requireNonNull(this.usable);
	}

	TokenFlight flight() {
		return Objects.requireNonNull(this.underWay);
	}

	RuntimeException failure() {
		return Objects.requireNonNull(this.reason);
	}

	/**
	 * What a caller gets.
	 */
	enum Kind {

		/**
		 * The token that is held.
		 */
		USE,

		/**
		 * The result of a flight that the caller starts.
		 */
		START,

		/**
		 * The result of the flight under way.
		 */
		JOIN,

		/**
		 * The result of the flight under way if it comes soon, else the last failure: the
		 * host has kept callers waiting before.
		 */
		JOIN_BRIEFLY,

		/**
		 * The last failure: it is too early for the next attempt.
		 */
		FAIL

	}

}
