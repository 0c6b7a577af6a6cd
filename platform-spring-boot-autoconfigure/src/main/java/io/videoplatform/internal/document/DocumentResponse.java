package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Instant;

import io.videoplatform.internal.http.Answer;

/**
 * A successful response, 200 or 304.
 *
 * @param answer the response
 * @param source the URL that it came from, after redirects
 * @param requested when the request was sent
 * @param received when the response was complete
 */
record DocumentResponse(Answer answer, URI source, Instant requested, Instant received) {

	boolean isNotModified() {
		return this.answer.status() == 304;
	}

}
