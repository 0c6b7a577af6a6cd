package io.videoplatform.internal.token;

import org.jspecify.annotations.Nullable;

/**
 * A login that no refresh can continue: the user has to log in again.
 */
final class LoginEndedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	LoginEndedException(String reason, @Nullable Throwable cause) {
		super(reason, cause, false, false);
	}

}
