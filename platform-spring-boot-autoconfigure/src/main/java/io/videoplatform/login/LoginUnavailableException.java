package io.videoplatform.login;

import java.net.URI;
import java.time.Instant;

import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a login that cannot go on because the provider does not answer. It says
 * nothing against the user; the same login may work a little later.
 */
public class LoginUnavailableException extends PlatformException {

	private static final long serialVersionUID = 1L;

	/**
	 * Create a new instance.
	 * @param message one sentence that names the step, the URL and the reason
	 * @param step the step that failed
	 * @param uri the URL that was asked, without userinfo, query and fragment
	 * @param nextAttempt the time before which nothing is asked again
	 * @param cause the cause
	 */
	public LoginUnavailableException(String message, PlatformStep step, @Nullable URI uri,
			@Nullable Instant nextAttempt, @Nullable Throwable cause) {
		super(message, step, uri, true, nextAttempt, cause);
	}

	/**
	 * Return the exception for what failed.
	 * @param failure what failed
	 * @return the exception
	 */
	public static LoginUnavailableException of(Throwable failure) {
		if (failure instanceof PlatformException ex) {
			return new LoginUnavailableException("Nobody can log in for now: " + ex.getMessage(), ex.getStep(),
					ex.getUri(), ex.getNextAttempt(), ex);
		}
		return new LoginUnavailableException("Nobody can log in for now: " + failure, PlatformStep.LOGIN, null, null,
				failure);
	}

}
