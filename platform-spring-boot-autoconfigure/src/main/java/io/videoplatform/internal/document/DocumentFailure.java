package io.videoplatform.internal.document;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.TypedFailure;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;

/**
 * Why a document could not be read; the message is the rest of a sentence that begins
 * with the step and the URL. Callers receive the exception of the document's reader
 * instead.
 */
public final class DocumentFailure extends RuntimeException implements TypedFailure {

	private static final long serialVersionUID = 1L;

	private static final Set<Integer> GONE = Set.of(404, 410);

	private final Kind kind;

	private final PlatformError error;

	private final int status;

	private final @Nullable Duration retryAfter;

	private final @Nullable PlatformStep refusedBy;

	private DocumentFailure(String message, Kind kind, PlatformError error, int status, @Nullable Duration retryAfter,
			@Nullable PlatformStep refusedBy, @Nullable Throwable cause) {
		super(message, cause);
		this.kind = kind;
		this.error = error;
		this.status = status;
		this.retryAfter = retryAfter;
		this.refusedBy = refusedBy;
	}

	static DocumentFailure unreachable(String message, @Nullable Throwable cause) {
		return unreachable(message, 0, cause);
	}

	/**
	 * Create a failure for a request that had no response.
	 * @param status the status of the redirect that it followed, or 0 if it was the first
	 */
	static DocumentFailure unreachable(String message, int status, @Nullable Throwable cause) {
		return new DocumentFailure(message, Kind.UNREACHABLE, unreachable(cause), status, null, null, cause);
	}

	private static PlatformError unreachable(@Nullable Throwable cause) {
		if (cause instanceof TypedFailure failure) {
			return failure.error();
		}
		return (cause instanceof TimeoutException) ? PlatformError.TIMEOUT : PlatformError.UNREACHABLE;
	}

	static DocumentFailure status(String message, PlatformError error, int status, @Nullable Duration retryAfter) {
		return new DocumentFailure(message, Kind.STATUS, error, status, retryAfter, null, null);
	}

	static DocumentFailure html(String message) {
		return new DocumentFailure(message, Kind.HTML, PlatformError.HTML, 200, null, null, null);
	}

	/**
	 * Create a failure for a response that is not what its specification says.
	 * @param message what is wrong with it
	 * @param cause the cause
	 * @return the failure
	 */
	public static DocumentFailure malformed(String message, @Nullable Throwable cause) {
		return malformed(message, PlatformError.MALFORMED, cause);
	}

	/**
	 * Create a failure for a response that is not what its specification says.
	 * @param message what is wrong with it
	 * @param error what the catalogue says of it
	 * @param cause the cause
	 * @return the failure
	 */
	public static DocumentFailure malformed(String message, PlatformError error, @Nullable Throwable cause) {
		return new DocumentFailure(message, Kind.MALFORMED, error, 200, null, null, cause);
	}

	/**
	 * Create a failure for a document of another issuer, which ends the use of the one
	 * that is held.
	 * @param message what is wrong with it
	 * @return the failure
	 */
	public static DocumentFailure mismatch(String message) {
		return new DocumentFailure(message, Kind.MISMATCH, PlatformError.ISSUER_MISMATCH, 200, null, null, null);
	}

	/**
	 * Create a failure for a document that is well-formed and must not be used. The one
	 * that is held may be used stale, unless it is the one that is refused.
	 * @param refusedBy the step that refuses it, which has reported it
	 * @param message why
	 * @return the failure
	 */
	public static DocumentFailure refused(PlatformStep refusedBy, String message) {
		return new DocumentFailure(message, Kind.REFUSED, PlatformError.ISSUER_REFUSED, 200, null, refusedBy, null);
	}

	/**
	 * Return this failure for a document that is in use and was refused when its host
	 * sent it again.
	 */
	DocumentFailure ofHeldDocument() {
		return (this.kind == Kind.REFUSED) ? new DocumentFailure(getMessage(), Kind.HELD_REFUSED, this.error,
				this.status, null, this.refusedBy, getCause()) : this;
	}

	@Override
	public String getMessage() {
		return String.valueOf(super.getMessage());
	}

	@Nullable Duration retryAfter() {
		return this.retryAfter;
	}

	@Nullable PlatformStep refusedBy() {
		return this.refusedBy;
	}

	/**
	 * Return whether the host of the document has responded, even if only by a redirect.
	 * @return whether it has
	 */
	public boolean hasResponse() {
		return this.status != 0;
	}

	/**
	 * Return whether only a person can change it: an unknown resource (RFC 7033, section
	 * 4.2) or a refused document.
	 */
	boolean needsAttention() {
		return this.refusedBy != null || this.status == 400 || this.status == 404;
	}

	/**
	 * Return whether a later attempt may succeed without a change of the configuration.
	 */
	boolean isRetryable() {
		return switch (this.kind) {
			case UNREACHABLE, HTML -> true;
			case STATUS -> this.status >= 500 || Set.of(408, 425, 429).contains(this.status);
			case MALFORMED, MISMATCH, REFUSED, HELD_REFUSED -> false;
		};
	}

	/**
	 * Return whether the document that is held must not be used any longer.
	 */
	boolean endsStaleness() {
		return this.kind == Kind.MISMATCH || this.kind == Kind.HELD_REFUSED || GONE.contains(this.status);
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
		if (this.kind != Kind.STATUS || this.error != PlatformError.of(String.valueOf(this.status))) {
			return this.error.getCode();
		}
		return (HttpStatus.resolve(this.status) != null) ? String.valueOf(this.status) : OTHER;
	}

	private enum Kind {

		UNREACHABLE, STATUS, HTML, MALFORMED, MISMATCH, REFUSED, HELD_REFUSED

	}

}
