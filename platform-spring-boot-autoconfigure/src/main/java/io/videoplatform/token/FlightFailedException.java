package io.videoplatform.token;

/**
 * Carries a flight's failure to its waiters, each of which makes an exception of its own.
 */
final class FlightFailedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient TokenFailure failure;

	FlightFailedException(TokenFailure failure) {
		super(failure.message(), failure.cause(), false, false);
		this.failure = failure;
	}

	TokenFailure failure() {
		return this.failure;
	}

}
