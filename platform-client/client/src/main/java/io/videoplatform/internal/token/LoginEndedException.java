package io.videoplatform.internal.token;

import io.videoplatform.internal.token.endpoint.TokenRequestException;
import org.jspecify.annotations.Nullable;

/**
 * A login that no refresh can continue: the user has to log in again.
 */
public final class LoginEndedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	public LoginEndedException(String reason, @Nullable Throwable cause) {
		super(reason, cause, false, false);
	}

	/**
	 * Return the exception for a refresh token that the provider has refused.
	 */
	public static LoginEndedException ofRefusal(Throwable refusal) {
		return new LoginEndedException("the refresh token "
				+ ((refusal instanceof TokenRequestException request) ? request.reason() : refusal.getMessage()),
				refusal);
	}

}
