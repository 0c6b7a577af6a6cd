package io.videoplatform.internal.token;

import io.videoplatform.internal.token.endpoint.AccessToken;

/**
 * What the ledger decides for a caller that needs more than what is held.
 */
sealed interface FlightDecision {

	/**
	 * The caller gets the token that is held.
	 */
	record Use(AccessToken token) implements FlightDecision {

	}

	/**
	 * The caller starts a flight and gets its result.
	 */
	record Start(TokenFlight flight) implements FlightDecision {

	}

	/**
	 * The caller gets the result of the flight under way.
	 */
	record Join(TokenFlight flight) implements FlightDecision {

	}

	/**
	 * The caller gets the result of the flight under way if it comes soon, else the last
	 * failure: the host has kept callers waiting before.
	 */
	record JoinBriefly(TokenFlight flight, RuntimeException otherwise) implements FlightDecision {

	}

	/**
	 * The caller gets the last failure: it is too early for the next attempt.
	 */
	record Fail(RuntimeException reason) implements FlightDecision {

	}

}
