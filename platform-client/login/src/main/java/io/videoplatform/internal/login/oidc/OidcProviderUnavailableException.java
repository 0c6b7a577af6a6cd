package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedWait;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a token or a user cannot be verified now because the provider does not
 * return its JWK set or the user's claims, or because the clocks differ. The token is not
 * refused: the same call may succeed later.
 */
public class OidcProviderUnavailableException extends PlatformException {

	private static final Duration LONGEST_LOGIN = Duration.ofSeconds(45);

	private static final long serialVersionUID = 1L;

	/**
	 * Create a new instance.
	 * @param message what happened, with the URL and the reason, and what to do
	 * @param error the entry of the catalogue
	 * @param step the step that failed
	 * @param uri the URL that was requested, without userinfo, query and fragment
	 * @param nextAttempt the time before which nothing is requested again
	 * @param cause the cause
	 */
	public OidcProviderUnavailableException(String message, PlatformError error, PlatformStep step, @Nullable URI uri,
			@Nullable Instant nextAttempt, @Nullable Throwable cause) {
		super(message, error, step, uri, true, nextAttempt, cause);
	}

	/**
	 * Return the wait of a thread for a step, which fails with this exception.
	 * @param step the step whose result is awaited
	 * @param bound the longest wait
	 */
	static BoundedWait waitFor(PlatformStep step, Duration bound) {
		return new BoundedWait(bound,
				(reason, cause) -> new OidcProviderUnavailableException(
						PlatformError.TIMEOUT.explain("%s: the wait %s".formatted(step, reason)), PlatformError.TIMEOUT,
						step, null, null, cause));
	}

	/**
	 * Return the wait for a login, or a step of it that ends by limits of its own.
	 * @return the wait
	 */
	public static BoundedWait waitForLogin() {
		return waitFor(PlatformStep.LOGIN, LONGEST_LOGIN);
	}

}
