package io.videoplatform.login.oidc;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Carries the failure of a fetch of keys to those who wait for it, each of which makes an
 * exception of its own.
 */
final class KeysMissingException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient @Nullable Instant nextAttempt;

	KeysMissingException(String message, @Nullable Instant nextAttempt, @Nullable Throwable cause) {
		super(message, cause, false, false);
		this.nextAttempt = nextAttempt;
	}

	@Nullable Instant nextAttempt() {
		return this.nextAttempt;
	}

}
