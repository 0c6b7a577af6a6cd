package io.videoplatform.internal.client;

import java.time.Duration;

import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.ClientResponse;

/**
 * Bodies of responses that are followed by another request and that no caller reads.
 */
final class ResponseBodies {

	/**
	 * What has not come by then is not worth a connection that is kept.
	 */
	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private ResponseBodies() {
	}

	/**
	 * Discard a body, of which the end need not come: its connection is closed then.
	 * @return completes when the body is gone, without an error
	 */
	static Mono<Void> discard(ClientResponse response) {
		return response.releaseBody().timeout(PATIENCE).onErrorComplete();
	}

}
