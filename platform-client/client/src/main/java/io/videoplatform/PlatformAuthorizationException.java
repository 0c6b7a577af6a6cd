package io.videoplatform;

import java.net.URI;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a call that should carry a token and cannot: no request is ever sent without
 * it. The step says what failed; if it was discovery, the cause is a
 * {@link PlatformDiscoveryException}.
 *
 * <pre class="code">
 * Mono&lt;String&gt; list() {
 *     return this.webClient.get()
 *         .uri("videos")
 *         .retrieve()
 *         .bodyToMono(String.class)
 *         .onErrorResume(PlatformAuthorizationException.class,
 *                 (ex) -&gt; ex.isRetryable() ? Mono.just("[]") : Mono.error(ex));
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public class PlatformAuthorizationException extends PlatformException {

	private static final long serialVersionUID = 1L;

	private final @Nullable String errorCode;

	/**
	 * Create a new instance.
	 * @param message what happened, with the step, the URL and the reason, and what to do
	 * @param error the entry of the catalogue
	 * @param step the step that failed
	 * @param uri the URL that was requested, without userinfo, query and fragment
	 * @param retryable whether the same call may succeed later
	 * @param nextAttempt the time before which nothing is requested again
	 * @param errorCode the OAuth 2.0 error code (RFC 6749, section 5.2)
	 * @param cause the cause
	 */
	public PlatformAuthorizationException(String message, PlatformError error, PlatformStep step, @Nullable URI uri,
			boolean retryable, @Nullable Instant nextAttempt, @Nullable String errorCode, @Nullable Throwable cause) {
		super(message, error, step, uri, retryable, nextAttempt, cause);
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
