package io.videoplatform.internal.token.endpoint;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.TypedFailure;
import org.jspecify.annotations.Nullable;

/**
 * What a client authenticates with cannot be read at the moment, so that no request is
 * sent. It may be there at the next one.
 */
public final class CredentialsUnavailableException extends RuntimeException implements TypedFailure {

	private static final long serialVersionUID = 1L;

	public CredentialsUnavailableException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

	@Override
	public PlatformError error() {
		return PlatformError.CREDENTIALS_UNAVAILABLE;
	}

}
