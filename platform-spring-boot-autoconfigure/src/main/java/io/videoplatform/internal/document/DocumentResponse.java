package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.videoplatform.internal.http.BoundedResponse;
import io.videoplatform.internal.http.MalformedResponseException;

/**
 * A response to the request for a document, with its URL and its times.
 *
 * @param message the response
 * @param source the URL that it came from, after redirects
 * @param requested when the request was sent
 * @param received when the response was complete
 */
record DocumentResponse(BoundedResponse message, URI source, Instant requested, Instant received) {

	int status() {
		return this.message.status();
	}

	/**
	 * Return for how long the document is used from its receipt on. The response has aged
	 * since it was requested.
	 */
	Duration lifetime(DocumentSettings settings) {
		Duration left = stated().minus(Duration.between(this.requested, this.received));
		return (left.isNegative() || left.isZero()) ? settings.minLifetime() : left;
	}

	/**
	 * Return the lifetime that HTTP states, zero if there is none.
	 */
	Duration stated() {
		return CacheLifetime.of(this.message.headers(), this.received);
	}

	/**
	 * Read the JSON object, whatever JSON type the server gives it (RFC 7033, section
	 * 4.2).
	 * @return the members, in their order; values may be {@code null}
	 * @throws DocumentFailure if the body is HTML
	 * @throws MalformedResponseException if it is no such object
	 */
	Map<String, Object> members() {
		if (this.message.isHtml()) {
			throw DocumentFailure.html(
					"the response is HTML instead of JSON, as captive portals, proxies and firewalls send it (status %d, %s)"
						.formatted(status(), this.message.contentType()));
		}
		return this.message.json();
	}

}
