package io.videoplatform;

import java.net.URI;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Base of all failures on the way to an authorized request. Besides its message it says
 * which step failed and whether, and when, another attempt may succeed. It never holds a
 * password, a secret, a token or a body.
 *
 * <pre class="code">
 * String list() {
 *     try {
 *         return this.restClient.get().uri("videos").retrieve().body(String.class);
 *     }
 *     catch (PlatformException ex) {
 *         throw new ResponseStatusException(ex.isRetryable() ? HttpStatus.SERVICE_UNAVAILABLE
 *                 : HttpStatus.INTERNAL_SERVER_ERROR, ex.getError().getCause(), ex);
 *     }
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public abstract class PlatformException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final PlatformError error;

	private final PlatformStep step;

	private final @Nullable URI uri;

	private final boolean retryable;

	private final @Nullable Instant nextAttempt;

	/**
	 * Create a new instance.
	 * @param message what happened, with the step, the URL and the reason; what to do, if
	 * no event says it
	 * @param error the entry of the catalogue
	 * @param step the step that failed
	 * @param uri the URL that was requested, without userinfo, query and fragment
	 * @param retryable whether the same call may succeed later without a change of the
	 * configuration
	 * @param nextAttempt the time before which nothing is requested again
	 * @param cause the cause
	 */
	protected PlatformException(String message, PlatformError error, PlatformStep step, @Nullable URI uri,
			boolean retryable, @Nullable Instant nextAttempt, @Nullable Throwable cause) {
		super(message, cause);
		this.error = error;
		this.step = step;
		this.uri = uri;
		this.retryable = retryable;
		this.nextAttempt = nextAttempt;
	}

	/**
	 * Return the type, the code of the error and the message, in one line.
	 */
	@Override
	public String toString() {
		return "%s [%s]: %s".formatted(getClass().getName(), this.error, getMessage());
	}

	/**
	 * Return the error: its code, cause and cure. Metrics, health and logs use the same
	 * code.
	 * @return the entry of the catalogue
	 */
	public PlatformError getError() {
		return this.error;
	}

	/**
	 * Return the step that failed.
	 * @return the step
	 */
	public PlatformStep getStep() {
		return this.step;
	}

	/**
	 * Return the URL that was requested, without userinfo, query and fragment.
	 * @return the URL, or {@code null} if nothing was requested
	 */
	public @Nullable URI getUri() {
		return this.uri;
	}

	/**
	 * Return whether the same call may succeed later without a change of the
	 * configuration.
	 * @return whether the failure passes by itself
	 */
	public boolean isRetryable() {
		return this.retryable;
	}

	/**
	 * Return the time before which nothing is requested again; calls made earlier fail at
	 * once.
	 * @return the time of the next attempt, or {@code null} if the next call makes it
	 */
	public @Nullable Instant getNextAttempt() {
		return this.nextAttempt;
	}

}
