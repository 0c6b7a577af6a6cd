package io.videoplatform.internal.token;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;

/**
 * Makes the exception on which Spring Security's filters begin a new login. It has no
 * cause: a handler of {@link PlatformAuthorizationException} in the application, such as
 * an {@code @ExceptionHandler}, is selected by causes too, and would keep the user from
 * logging in.
 */
public final class LoginRequired {

	private LoginRequired() {
	}

	/**
	 * Return the exception. What it suppresses, a {@link PlatformAuthorizationException},
	 * says why.
	 */
	public static ClientAuthorizationRequiredException at(String registrationId, String message,
			@Nullable Throwable cause) {
		ClientAuthorizationRequiredException exception = new ClientAuthorizationRequiredException(registrationId);
		exception.addSuppressed(new PlatformAuthorizationException(PlatformError.LOGIN_ENDED.explain(message),
				PlatformError.LOGIN_ENDED, PlatformStep.TOKEN_REQUEST, null, false, null,
				exception.getError().getErrorCode(), cause));
		return exception;
	}

}
