package io.videoplatform.internal.token.shared;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.http.ExchangeFailedException;
import org.jspecify.annotations.Nullable;

/**
 * An engine cannot be reached, did not respond in time, or has no place for records.
 * Whether a write was done is not known.
 */
public final class StoreUnavailableException extends StoreException {

	private static final long serialVersionUID = 1L;

	private final @Nullable String reason;

	private final boolean refusal;

	public StoreUnavailableException(String message, @Nullable Throwable cause) {
		this(message, PlatformError.STORE, cause);
	}

	public StoreUnavailableException(String message, PlatformError error, @Nullable Throwable cause) {
		this(message, error, null, false, cause);
	}

	/**
	 * Create a new instance, with a reason that is a code of the engine or the like:
	 * never text of its messages, which may repeat what is stored.
	 */
	public StoreUnavailableException(String message, String reason, @Nullable Throwable cause) {
		this(message, PlatformError.STORE, reason, false, cause);
	}

	private StoreUnavailableException(String message, PlatformError error, @Nullable String reason, boolean refusal,
			@Nullable Throwable cause) {
		super((reason != null) ? "%s: %s".formatted(message, reason) : message, error, cause);
		this.reason = reason;
		this.refusal = refusal;
	}

	/**
	 * Return the exception of an engine that responds, and refuses.
	 * @param message what does not work, without what is stored
	 * @param reason the code of the engine
	 * @param cause the cause
	 */
	public static StoreUnavailableException refused(String message, String reason, @Nullable Throwable cause) {
		return new StoreUnavailableException(message, PlatformError.STORE, reason, true, cause);
	}

	/**
	 * Return the kind of what a driver has thrown.
	 * @param failure what was thrown
	 * @return the code of the catalogue if a connection failed for TLS; otherwise the
	 * type
	 */
	public static String reason(Throwable failure) {
		return ExchangeFailedException.tlsError(failure)
			.map(PlatformError::getCode)
			.orElseGet(() -> CauseChain.root(failure).getClass().getSimpleName());
	}

	/**
	 * Return whether the engine has responded, and refused.
	 */
	public boolean isRefusal() {
		return this.refusal;
	}

	/**
	 * Return the kind of what is behind it.
	 * @return the kind, or {@code null} if none is known
	 */
	public @Nullable String getReason() {
		return this.reason;
	}

}
