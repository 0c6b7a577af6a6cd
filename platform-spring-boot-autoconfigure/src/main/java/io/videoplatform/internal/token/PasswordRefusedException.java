package io.videoplatform.internal.token;

import java.time.Duration;

/**
 * A login that the provider refused, and how long to leave it alone.
 */
final class PasswordRefusedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final TokenRequestException request;

	private final Duration pause;

	PasswordRefusedException(TokenRequestException request, Duration pause) {
		super(request.getMessage(), request);
		this.request = request;
		this.pause = pause;
	}

	TokenRequestException request() {
		return this.request;
	}

	Duration pause() {
		return this.pause;
	}

}
