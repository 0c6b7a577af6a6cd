package io.videoplatform.internal.client;

import java.io.IOException;
import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;

import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.reactive.function.client.ClientResponse;

/**
 * Discards the bodies of responses that are followed by another request.
 */
final class ResponseBodies {

	private static final Log logger = LogFactory.getLog(ResponseBodies.class);

	/**
	 * After that, closing the connection costs less than reading the rest.
	 */
	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	private ResponseBodies() {
	}

	/**
	 * Discard a body; if its end does not come in time, its connection is closed.
	 * @return completes when the body is gone, without an error
	 */
	static Mono<Void> discard(ClientResponse response) {
		return response.releaseBody().timeout(TIMEOUT).onErrorComplete();
	}

	/**
	 * Discard a body without waiting for its end: closing the response alone would read
	 * all of it.
	 */
	static void discard(ClientHttpResponse response) {
		try (response) {
			response.getBody().close();
		}
		catch (IOException ex) {
			logger.debug("The rest of a response could not be discarded", ex);
		}
	}

}
