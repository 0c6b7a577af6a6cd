package io.videoplatform.token;

/**
 * What a caller gets who asks for more than what is held.
 */
sealed interface Boarding {

	/**
	 * A token was there after all.
	 *
	 * @param token the token
	 */
	record Usable(AccessToken token) implements Boarding {

	}

	/**
	 * It is too early to ask again.
	 *
	 * @param exception why, and when to come back
	 */
	record Refused(RuntimeException exception) implements Boarding {

	}

	/**
	 * The one flight, if it brings a token soon: the host has kept callers waiting
	 * before.
	 *
	 * @param flight the flight under way
	 * @param otherwise why, and when to come back
	 */
	record JoinedBriefly(TokenFlight flight, RuntimeException otherwise) implements Boarding {

	}

	/**
	 * The one flight.
	 *
	 * @param flight the flight to await
	 * @param starts whether this caller must start it
	 */
	record Joined(TokenFlight flight, boolean starts) implements Boarding {

	}

}
