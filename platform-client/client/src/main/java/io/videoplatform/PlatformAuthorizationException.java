package io.videoplatform;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;

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
public class PlatformAuthorizationException extends PlatformException implements ErrorResponse {

	private static final long serialVersionUID = 1L;

	private final @Nullable String errorCode;

	/**
	 * Create a new instance.
	 * @param message what happened, with the step, the URL and the reason; what to do, if
	 * no event says it
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

	/**
	 * Return the status of a response to a web request that fails with this exception.
	 * @return 503 if the same call may succeed later, otherwise 500
	 */
	@Override
	public HttpStatusCode getStatusCode() {
		return isRetryable() ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.INTERNAL_SERVER_ERROR;
	}

	/**
	 * Return the headers of such a response.
	 * @return {@code Retry-After} if the same call may succeed later
	 */
	@Override
	public HttpHeaders getHeaders() {
		if (!isRetryable()) {
			return HttpHeaders.EMPTY;
		}
		Instant next = getNextAttempt();
		long seconds = (next != null) ? Duration.between(Instant.now(), next).plusMillis(999).toSeconds() : 1;
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(Math.max(1, seconds)));
		return headers;
	}

	/**
	 * Return the body of such a response, which tells a user's browser nothing but the
	 * status.
	 * @return the status
	 */
	@Override
	public ProblemDetail getBody() {
		return ProblemDetail.forStatus(getStatusCode());
	}

}
