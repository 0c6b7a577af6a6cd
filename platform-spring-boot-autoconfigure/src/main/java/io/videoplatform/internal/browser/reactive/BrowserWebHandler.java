package io.videoplatform.internal.browser.reactive;

import io.videoplatform.internal.browser.BrowserAnswer;
import io.videoplatform.internal.browser.BrowserEndpoint;
import reactor.core.publisher.Mono;

import org.springframework.http.server.reactive.ServerHttpResponse;
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
			.flatMap((answer) -> write(answer, exchange));
	}

	private static Mono<Void> write(BrowserAnswer answer, ServerWebExchange exchange) {
		ServerHttpResponse response = exchange.getResponse();
		response.setStatusCode(answer.status());
		answer.headers().forEach(response.getHeaders()::put);
		String entityTag = answer.headers().getETag();
		if (entityTag != null && exchange.checkNotModified(entityTag)) {
			return response.setComplete();
		}
		response.getHeaders().setContentLength(answer.body().length);
		return response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(answer.body())));
	}

}
