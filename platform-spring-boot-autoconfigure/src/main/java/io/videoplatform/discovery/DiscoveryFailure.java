package io.videoplatform.discovery;

import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Why a document could not be had; the message is the rest of a sentence that begins with
 * the step and the URL.
 */
final class DiscoveryFailure extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private static final Set<Integer> GONE = Set.of(404, 410);

	private static final Set<Integer> UNAVAILABLE = Set.of(500, 502, 503, 504);

	private final Kind kind;

	private final int status;

	private final @Nullable Duration retryAfter;

	private DiscoveryFailure(String message, Kind kind, int status, @Nullable Duration retryAfter,
			@Nullable Throwable cause) {
		super(message, cause);
		this.kind = kind;
		this.status = status;
		this.retryAfter = retryAfter;
	}

	static DiscoveryFailure unreachable(String message, Throwable cause) {
		return new DiscoveryFailure(message, Kind.UNREACHABLE, 0, null, cause);
	}

	static DiscoveryFailure status(String message, int status, @Nullable Duration retryAfter) {
		return new DiscoveryFailure(message, Kind.STATUS, status, retryAfter, null);
	}

	static DiscoveryFailure html(String message) {
		return new DiscoveryFailure(message, Kind.HTML, 200, null, null);
	}

	static DiscoveryFailure malformed(String message, @Nullable Throwable cause) {
		return new DiscoveryFailure(message, Kind.MALFORMED, 200, null, cause);
	}

	static DiscoveryFailure mismatch(String message) {
		return new DiscoveryFailure(message, Kind.MISMATCH, 200, null, null);
	}

	static DiscoveryFailure untrusted(String message) {
		return new DiscoveryFailure(message, Kind.UNTRUSTED, 200, null, null);
	}

	@Nullable Duration retryAfter() {
		return this.retryAfter;
	}

	boolean isStatus(int... statuses) {
		for (int candidate : statuses) {
			if (this.status == candidate) {
				return true;
			}
		}
		return false;
	}

	boolean isUntrusted() {
		return this.kind == Kind.UNTRUSTED;
	}

	/**
	 * Return whether the failure passes without anybody changing anything.
	 * @return whether asking again may help
	 */
	boolean isRetryable() {
		return switch (this.kind) {
			case UNREACHABLE, HTML -> true;
			case STATUS -> this.status >= 500 || isStatus(408, 425, 429);
			case MALFORMED, MISMATCH, UNTRUSTED -> false;
		};
	}

	/**
	 * Return whether the document that is held must not be used any longer.
	 * @return whether it is to be dropped
	 */
	boolean endsStaleness() {
		return this.kind == Kind.MISMATCH || GONE.contains(this.status);
	}

	/**
	 * Return whether a stale document may stand in for the answer.
	 * @param strict whether only for what RFC 5861, section 4, calls an error
	 * @return whether it may
	 */
	boolean allowsStale(boolean strict) {
		return !strict || this.kind == Kind.UNREACHABLE || this.kind == Kind.UNTRUSTED
				|| UNAVAILABLE.contains(this.status);
	}

	private enum Kind {

		UNREACHABLE, STATUS, HTML, MALFORMED, MISMATCH, UNTRUSTED

	}

}
