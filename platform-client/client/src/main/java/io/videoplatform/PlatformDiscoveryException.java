package io.videoplatform;

import java.net.URI;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the identity provider could not be discovered: WebFinger failed, the
 * provider's configuration could not be read, or the issuer found is not trusted.
 *
 * <pre class="code">
 * void log(PlatformAuthorizationException ex) {
 *     if (ex.getCause() instanceof PlatformDiscoveryException discovery) {
 *         logger.warn("No provider: " + discovery.getStep() + " failed at " + discovery.getUri());
 *     }
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public class PlatformDiscoveryException extends PlatformException {

	private static final long serialVersionUID = 1L;

	/**
	 * Create a new instance.
	 * @param message what happened, with the step, the URL and the reason; what to do, if
	 * no event says it
	 * @param error the entry of the catalogue
	 * @param step the step that failed
	 * @param uri the URL that was requested, without userinfo, query and fragment
	 * @param retryable whether the same call may succeed later
	 * @param nextAttempt the time before which nothing is requested again
	 * @param cause the cause
	 */
	public PlatformDiscoveryException(String message, PlatformError error, PlatformStep step, @Nullable URI uri,
			boolean retryable, @Nullable Instant nextAttempt, @Nullable Throwable cause) {
		super(message, error, step, uri, retryable, nextAttempt, cause);
	}

}
