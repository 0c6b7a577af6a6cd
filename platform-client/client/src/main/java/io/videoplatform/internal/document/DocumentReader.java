package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Instant;
import java.util.Map;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;

/**
 * Reads the documents of one kind and checks them before they are used. It requests
 * nothing itself.
 *
 * @param <T> the type of the document
 */
public interface DocumentReader<T> {

	/**
	 * Return how the document is requested.
	 */
	DocumentRequest request();

	/**
	 * Check a URL before it is requested, the target of a redirect included.
	 */
	default void checkRequest(URI url) {
	}

	/**
	 * Return what a status says of this document.
	 */
	default PlatformError error(int status) {
		return PlatformError.of(String.valueOf(status));
	}

	/**
	 * Read a document.
	 */
	T read(Map<String, Object> members);

	/**
	 * Check a document each time that it is received.
	 */
	default void check(T document) {
	}

	/**
	 * Create the exception that callers receive.
	 */
	default PlatformException exception(String message, PlatformError error, PlatformStep step, URI url,
			boolean retryable, @Nullable Instant nextAttempt, @Nullable Throwable cause) {
		return new PlatformDiscoveryException(message, error, step, url, retryable, nextAttempt, cause);
	}

}
