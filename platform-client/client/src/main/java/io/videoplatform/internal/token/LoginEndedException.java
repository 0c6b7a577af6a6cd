package io.videoplatform.internal.token;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;

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

	/**
	 * Return the exception on which Spring Security's filters begin a new login. What it
	 * suppresses, a {@link PlatformAuthorizationException}, says why. It has no cause: a
	 * handler of such exceptions in the application, as an {@code @ExceptionHandler}, is
	 * selected by causes too, and would keep the user from logging in.
	 */
	public static ClientAuthorizationRequiredException loginRequired(String registrationId, String message,
			@Nullable Throwable cause) {
		ClientAuthorizationRequiredException exception = new ClientAuthorizationRequiredException(registrationId);
		exception.addSuppressed(new PlatformAuthorizationException(PlatformError.LOGIN_ENDED.explain(message),
				PlatformError.LOGIN_ENDED, PlatformStep.TOKEN_REQUEST, null, false, null,
				exception.getError().getErrorCode(), cause));
		return exception;
	}

}
