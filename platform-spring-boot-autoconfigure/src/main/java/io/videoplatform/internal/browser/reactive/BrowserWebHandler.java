package io.videoplatform.internal.browser.reactive;

import io.videoplatform.internal.browser.BrowserEndpoint;
import io.videoplatform.internal.http.reactive.ServerResponseWriter;
import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

/**
 * Serves the document on WebFlux.
 */
public final class BrowserWebHandler implements WebHandler {

	private final BrowserEndpoint endpoint;

	/**
	 * Create a new instance.
	 * @param endpoint creates the responses
	 */
	public BrowserWebHandler(BrowserEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange) {
		return Mono.fromFuture(() -> this.endpoint.handle(exchange.getRequest().getMethod()))
			.flatMap((entity) -> ServerResponseWriter.write(entity, exchange));
	}

}
