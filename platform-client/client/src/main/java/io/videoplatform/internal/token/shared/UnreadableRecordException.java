package io.videoplatform.internal.token.shared;

import io.videoplatform.PlatformError;
import org.jspecify.annotations.Nullable;

/**
 * A record is stored that this node cannot read: its key is not configured, a newer
 * version has written it, or it is not what was written under its key. It counts neither
 * as absent nor as ended, and is not overwritten.
 */
public final class UnreadableRecordException extends StoreException {

	private static final long serialVersionUID = 1L;

	public UnreadableRecordException(String reason, @Nullable Throwable cause) {
		super("A stored record cannot be read: " + reason, PlatformError.STORE_KEYS, cause);
	}

}
