package io.videoplatform.internal.client;

import java.time.Duration;

import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.ClientResponse;

/**
 * Discards the bodies of responses that are followed by another request.
 */
final class ResponseBodies {

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

}
