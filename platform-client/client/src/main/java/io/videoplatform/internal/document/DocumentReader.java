package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Instant;
import java.util.Map;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.RedirectPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Reads the documents of one kind and checks them before they are used. It also says how
 * they are requested: URL, media types, redirects. It requests nothing itself. The
 * request is constant, so that one cached response fits all requests.
 *
 * @param <T> the type of the document
 */
public interface DocumentReader<T> {

	/**
	 * Return the step that reads the document, for messages.
	 */
	PlatformStep step();

	/**
	 * Return where the document is.
	 */
	URI url();

	/**
	 * Return what observations know the request by.
	 */
	String uriTemplate();

	/**
	 * Return the media types that are accepted.
	 */
	String accept();

	/**
	 * Check a URL before it is requested, the target of a redirect included.
	 */
	default void checkRequest(URI url) {
	}

	/**
	 * Return which redirects are followed.
	 */
	default RedirectPolicy redirects() {
		return RedirectPolicy.NONE;
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
	 * Return what to do about an error, with the properties of the client that needs the
	 * document, and without those of a first configuration if it was read before.
	 */
	String cure(PlatformError error, boolean worked);

	/**
	 * Create the exception that callers receive.
	 */
	default PlatformException exception(String message, PlatformError error, PlatformStep step, URI url,
			boolean retryable, @Nullable Instant nextAttempt, @Nullable Throwable cause) {
		return new PlatformDiscoveryException(message, error, step, url, retryable, nextAttempt, cause);
	}

}
