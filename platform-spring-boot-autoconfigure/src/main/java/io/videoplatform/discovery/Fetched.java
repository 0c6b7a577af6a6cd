package io.videoplatform.discovery;

import java.net.URI;
import java.time.Instant;

import io.videoplatform.transport.Answer;

/**
 * A successful answer, 200 or 304.
 *
 * @param answer the answer
 * @param source the URL that answered, after redirects
 * @param asked when the request that was answered was sent
 * @param received when the answer was complete
 */
record Fetched(Answer answer, URI source, Instant asked, Instant received) {

	boolean isNotModified() {
		return this.answer.status() == 304;
	}

}
