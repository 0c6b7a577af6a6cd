package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Instant;
import java.util.Map;

import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.RedirectPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What a document is: its URL and its request, how a response is read, and what is
 * checked before it is used. It requests nothing itself. The request is constant, so that
 * one cached response fits all requests.
 *
 * @param <T> the type of the document
 */
public interface DocumentDefinition<T> {

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
	 * Return what to add to the message about a status.
	 * @param status the status
	 * @return the text, empty if there is nothing to add
	 */
	default String hint(int status) {
		return "";
	}

	/**
	 * Read a document.
	 * @param members the members of the JSON object in a response with status 200
	 * @return the document
	 * @throws DocumentFailure if it is malformed
	 */
	T read(Map<String, Object> members);

	/**
	 * Check a document each time that it is received or confirmed, by a 304 too.
	 * @param document the document
	 * @throws DocumentFailure if it must not be used
	 */
	default void check(T document) {
	}

	/**
	 * Create the exception that callers receive.
	 * @param message one sentence that names the step, the URL and the reason
	 * @param step the step that failed
	 * @param url the URL, without userinfo, query and fragment
	 * @param retryable whether the same call may succeed later
	 * @param nextAttempt the time before which nothing is requested again
	 * @param cause the cause
	 * @return a new exception
	 */
	PlatformException exception(String message, PlatformStep step, URI url, boolean retryable,
			@Nullable Instant nextAttempt, @Nullable Throwable cause);

}
