package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Instant;
import java.util.Map;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.InvalidUrlException;
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
	 * @return the step
	 */
	PlatformStep step();

	/**
	 * Return where the document is.
	 * @return the URL
	 */
	URI url();

	/**
	 * Return what observations know the request by.
	 * @return the template of the URL
	 */
	String uriTemplate();

	/**
	 * Return the media types that are accepted.
	 * @return the value of the header {@code Accept}
	 */
	String accept();

	/**
	 * Check a URL before it is requested, the target of a redirect included.
	 * @param url the URL
	 * @throws InvalidUrlException if it is not requested
	 * @throws DocumentFailure if the document is not requested at all
	 */
	default void checkRequest(URI url) {
	}

	/**
	 * Return which redirects are followed.
	 * @return the policy
	 */
	default RedirectPolicy redirects() {
		return RedirectPolicy.NONE;
	}

	/**
	 * Return what a status says of this document.
	 * @param status a status that is no success
	 * @return the entry of the catalogue
	 */
	default PlatformError error(int status) {
		return PlatformError.of(String.valueOf(status));
	}

	/**
	 * Read a document.
	 * @param members the members of the JSON object in a response with status 200
	 * @return the document
	 * @throws DocumentFailure if it is malformed
	 */
	T read(Map<String, Object> members);

	/**
	 * Check a document each time that it is received.
	 * @param document the document
	 * @throws DocumentFailure if it must not be used
	 */
	default void check(T document) {
	}

	/**
	 * Return what to do about an error.
	 * @param error the entry of the catalogue
	 * @return one sentence, with the properties of the client that needs the document
	 */
	default String cure(PlatformError error) {
		return error.getCure();
	}

	/**
	 * Create the exception that callers receive.
	 * @param message what happened, with the step, the URL and the reason, and what to do
	 * @param error the entry of the catalogue
	 * @param step the step that failed
	 * @param url the URL, without userinfo, query and fragment
	 * @param retryable whether the same call may succeed later
	 * @param nextAttempt the time before which nothing is requested again
	 * @param cause the cause
	 * @return a new exception
	 */
	PlatformException exception(String message, PlatformError error, PlatformStep step, URI url, boolean retryable,
			@Nullable Instant nextAttempt, @Nullable Throwable cause);

}
