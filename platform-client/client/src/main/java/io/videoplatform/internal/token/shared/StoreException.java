package io.videoplatform.internal.token.shared;

import io.videoplatform.PlatformError;
import org.jspecify.annotations.Nullable;

/**
 * What nodes share cannot be read or written. It says nothing of a login or its tokens.
 */
public abstract sealed class StoreException extends RuntimeException
		permits StoreUnavailableException, UnreadableRecordException {

	private static final long serialVersionUID = 1L;

	private final PlatformError error;

	StoreException(String message, PlatformError error, @Nullable Throwable cause) {
		super(message, cause);
		this.error = error;
	}

	/**
	 * Return what the catalogue says of it.
	 */
	public PlatformError error() {
		return this.error;
	}

	/**
	 * Return what the catalogue says of a failure to use the store.
	 * @param failure any failure
	 */
	public static PlatformError errorOf(Throwable failure) {
		return (failure instanceof StoreException known) ? known.error() : PlatformError.STORE;
	}

}
