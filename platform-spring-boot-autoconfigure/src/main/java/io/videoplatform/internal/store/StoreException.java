package io.videoplatform.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * What nodes share cannot be read or written. It says nothing of a login or its tokens.
 */
public abstract sealed class StoreException extends RuntimeException
		permits StoreUnavailableException, UnreadableRecordException {

	private static final long serialVersionUID = 1L;

	StoreException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
