package io.videoplatform.internal.client;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

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
	 * Discard a body on the thread that calls; if its end does not come in time, another
	 * thread closes it, which ends the wait.
	 */
	static void discard(ClientHttpResponse response) {
		CompletableFuture<Void> ended = new CompletableFuture<>();
		ended.orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).whenComplete((done, timeout) -> {
			if (timeout != null) {
				Thread closing = new Thread(() -> close(response), "platform-discard");
				closing.setDaemon(true);
				closing.start();
			}
		});
		response.close();
		ended.complete(null);
	}

	private static void close(ClientHttpResponse response) {
		try {
			response.getBody().close();
		}
		catch (IOException ex) {
			logger.debug("A response that does not end could not be closed", ex);
		}
	}

}
