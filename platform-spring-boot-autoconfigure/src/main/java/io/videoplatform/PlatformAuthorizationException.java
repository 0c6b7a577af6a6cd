package io.videoplatform;

import java.net.URI;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a call that should carry a token and cannot: no request is ever sent without
 * it. The step says what failed; if it was discovery, the cause is a
 * {@link PlatformDiscoveryException}.
 *
 * @since 0.1.0
 */
public class PlatformAuthorizationException extends PlatformException {

	private static final long serialVersionUID = 1L;

	private final @Nullable String errorCode;

	/**
	 * Create a new instance.
	 * @param message one sentence that names the step, the URL and the reason
	 * @param step the step that failed
	 * @param uri the URL that was requested, without userinfo, query and fragment
	 * @param retryable whether the same call may succeed later
	 * @param nextAttempt the time before which nothing is requested again
	 * @param errorCode the OAuth 2.0 error code (RFC 6749, section 5.2)
	 * @param cause the cause
	 */
	public PlatformAuthorizationException(String message, PlatformStep step, @Nullable URI uri, boolean retryable,
			@Nullable Instant nextAttempt, @Nullable String errorCode, @Nullable Throwable cause) {
		super(message, step, uri, retryable, nextAttempt, cause);
		this.errorCode = errorCode;
	}

	/**
	 * Return the error code of the token endpoint's response (RFC 6749, section 5.2).
	 * @return the code, or {@code null} if the failure was of another kind
	 */
	public @Nullable String getErrorCode() {
		return this.errorCode;
	}

}
