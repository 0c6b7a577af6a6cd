package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.TypedFailure;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;

/**
 * Why a document could not be read; the message is the rest of a sentence that begins
 * with the step and the URL. Callers receive the exception of the document's reader with
 * this as cause.
 */
public final class DocumentFailure extends RuntimeException implements TypedFailure {

	private static final long serialVersionUID = 1L;

	private final PlatformError error;

	private final int status;

	private final boolean retryable;

	private final boolean endsUse;

	private final @Nullable Duration retryAfter;

	private final @Nullable String refused;

	private DocumentFailure(String message, PlatformError error, int status, boolean retryable, boolean endsUse,
			@Nullable Duration retryAfter, @Nullable String refused, @Nullable Throwable cause) {
		// Callers' exceptions have a stack trace of their own
		super(message, cause, false, false);
		this.error = error;
		this.status = status;
		this.retryable = retryable;
		this.endsUse = endsUse;
		this.retryAfter = retryAfter;
		this.refused = refused;
	}

	/**
	 * Create a failure for a request that had no response.
	 */
	static DocumentFailure unreachable(String message, int status, @Nullable Throwable cause) {
		PlatformError error = (cause instanceof TypedFailure failure) ? failure.error()
				: (cause instanceof TimeoutException) ? PlatformError.TIMEOUT : PlatformError.CONNECT;
		return new DocumentFailure(message, error, status, true, false, null, null, cause);
	}

	static DocumentFailure status(String message, PlatformError error, int status, @Nullable Duration retryAfter) {
		return new DocumentFailure(message, error, status, status >= 500 || Set.of(408, 425, 429).contains(status),
				status == 404 || status == 410, retryAfter, null, null);
	}

	/**
	 * Create a failure for a response that is not what its specification says.
	 */
	public static DocumentFailure malformed(String message) {
		return malformed(message, PlatformError.MALFORMED, null);
	}

	/**
	 * Create a failure for a response that is not what its specification says. A web page
	 * comes from something in between.
	 */
	public static DocumentFailure malformed(String message, PlatformError error, @Nullable Throwable cause) {
		return new DocumentFailure(message, error, 200, error == PlatformError.UNKNOWN_RESOURCE, false, null, null,
				cause);
	}

	/**
	 * Create a failure for a document of another issuer, which ends the use of the one
	 * that is held.
	 */
	public static DocumentFailure mismatch(String message) {
		return new DocumentFailure(message, PlatformError.ISSUER_MISMATCH, 200, false, true, null, null, null);
	}

	/**
	 * Create a failure for a document of an issuer that is not trusted. The one that is
	 * held may be used stale.
	 */
	public static DocumentFailure refused(String issuer, String message) {
		return new DocumentFailure(message, PlatformError.ISSUER_REFUSED, 200, false, false, null, issuer, null);
	}

	/**
	 * Create the failure of a caller whose time ends before the load does.
	 */
	static DocumentFailure unfinished() {
		return unreachable("no complete response yet", 0, new TimeoutException());
	}

	static DocumentFailure closing() {
		return new DocumentFailure("the application is closing", PlatformError.CLOSING, 0, false, false, null, null,
				null);
	}

	/**
	 * Return what a caller receives.
	 */
	PlatformException exception(DocumentReader<?> reader, @Nullable Instant next) {
		return reader.exception(describe(reader, next), this.error, step(reader),
				PrintableUrl.of(reader.request().url()), this.retryable, next, this);
	}

	/**
	 * Return what has happened, with step and URL.
	 */
	String describe(DocumentReader<?> reader, @Nullable Instant next) {
		URI url = PrintableUrl.of(reader.request().url());
		String attempt = (next != null) ? "; next attempt at " + next : "";
		return "%s at %s failed: %s%s".formatted(step(reader), url, getMessage(), attempt);
	}

	@Override
	public String getMessage() {
		return String.valueOf(super.getMessage());
	}

	@Nullable Duration retryAfter() {
		return this.retryAfter;
	}

	/**
	 * Return the issuer that is not trusted, or {@code null} if that is not the reason.
	 */
	@Nullable String refused() {
		return this.refused;
	}

	PlatformStep step(DocumentReader<?> reader) {
		return (this.refused != null) ? PlatformStep.ISSUER_TRUST : reader.request().step();
	}

	/**
	 * Return whether the host of the document has responded, even if only by a redirect.
	 */
	public boolean hasResponse() {
		return this.status != 0;
	}

	/**
	 * Return whether the document that is held must not be used any longer.
	 */
	boolean endsUse() {
		return this.endsUse;
	}

	@Override
	public PlatformError error() {
		return this.error;
	}

	/**
	 * Return the status itself if there is no other name.
	 */
	@Override
	public String errorType() {
		String text = String.valueOf(this.status);
		return (HttpStatus.resolve(this.status) != null && this.error == PlatformError.of(text)) ? text
				: this.error.getCode();
	}

}
