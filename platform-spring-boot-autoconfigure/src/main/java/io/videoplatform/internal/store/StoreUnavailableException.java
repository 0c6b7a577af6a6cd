package io.videoplatform.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * An engine cannot be reached, or did not respond in time. Whether a write was done is
 * not known.
 */
public final class StoreUnavailableException extends StoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Create a new instance.
	 * @param message what does not work, without what is stored
	 * @param cause the cause
	 */
	public StoreUnavailableException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
