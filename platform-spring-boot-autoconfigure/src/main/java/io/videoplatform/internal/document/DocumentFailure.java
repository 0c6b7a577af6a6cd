package io.videoplatform.internal.document;

import java.time.Duration;
import java.util.Set;

import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;

/**
 * Why a document could not be read; the message is the rest of a sentence that begins
 * with the step and the URL. Callers receive the exception of the document's definition
 * instead.
 */
public final class DocumentFailure extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private static final Set<Integer> GONE = Set.of(404, 410);

	private static final Set<Integer> UNAVAILABLE = Set.of(500, 502, 503, 504);

	private final Kind kind;

	private final int status;

	private final @Nullable Duration retryAfter;

	private final @Nullable PlatformStep refusedBy;

	private DocumentFailure(String message, Kind kind, int status, @Nullable Duration retryAfter,
			@Nullable PlatformStep refusedBy, @Nullable Throwable cause) {
		super(message, cause);
		this.kind = kind;
		this.status = status;
		this.retryAfter = retryAfter;
		this.refusedBy = refusedBy;
	}

	static DocumentFailure unreachable(String message, @Nullable Throwable cause) {
		return new DocumentFailure(message, Kind.UNREACHABLE, 0, null, null, cause);
	}

	static DocumentFailure status(String message, int status, @Nullable Duration retryAfter) {
		return new DocumentFailure(message, Kind.STATUS, status, retryAfter, null, null);
	}

	static DocumentFailure html(String message) {
		return new DocumentFailure(message, Kind.HTML, 200, null, null, null);
	}

	/**
	 * Create a failure for a response that is not what its specification says.
	 * @param message what is wrong with it
	 * @param cause the cause
	 * @return the failure
	 */
	public static DocumentFailure malformed(String message, @Nullable Throwable cause) {
		return new DocumentFailure(message, Kind.MALFORMED, 200, null, null, cause);
	}

	/**
	 * Create a failure for a document of another issuer, which ends the use of the one
	 * that is held.
	 * @param message what is wrong with it
	 * @return the failure
	 */
	public static DocumentFailure mismatch(String message) {
		return new DocumentFailure(message, Kind.MISMATCH, 200, null, null, null);
	}

	/**
	 * Create a failure for a document that is well-formed and must not be used. The one
	 * that is held may be used stale, unless it is the one that is refused.
	 * @param refusedBy the step that refuses it, which has reported it
	 * @param message why
	 * @return the failure
	 */
	public static DocumentFailure refused(PlatformStep refusedBy, String message) {
		return new DocumentFailure(message, Kind.REFUSED, 200, null, refusedBy, null);
	}

	/**
	 * Return this failure for a document that is held and was refused when its host
	 * confirmed it.
	 */
	DocumentFailure ofHeldDocument() {
		return (this.kind == Kind.REFUSED)
				? new DocumentFailure(getMessage(), Kind.HELD_REFUSED, this.status, null, this.refusedBy, getCause())
				: this;
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

	/**
	 * Return whether a stale document may be used instead.
	 * @param strict whether only for what RFC 5861, section 4, calls an error
	 */
	boolean allowsStale(boolean strict) {
		return !strict || this.kind == Kind.UNREACHABLE || this.kind == Kind.REFUSED
				|| UNAVAILABLE.contains(this.status);
	}

	private enum Kind {

		UNREACHABLE, STATUS, HTML, MALFORMED, MISMATCH, REFUSED, HELD_REFUSED

	}

}
