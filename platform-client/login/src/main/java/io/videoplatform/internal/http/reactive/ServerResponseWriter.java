package io.videoplatform.internal.http.reactive;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;

/**
 * Writes responses without blocking.
 */
public final class ServerResponseWriter {

	private ServerResponseWriter() {
	}

	/**
	 * Write a response. A request that has the current entity already gets no body (RFC
	 * 9110, section 13.1.2).
	 * @param entity what to write
	 * @param exchange the exchange
	 * @return completes when the response is written
	 */
	public static Mono<Void> write(ResponseEntity<byte[]> entity, ServerWebExchange exchange) {
		ServerHttpResponse response = exchange.getResponse();
		response.setStatusCode(entity.getStatusCode());
		entity.getHeaders().forEach(response.getHeaders()::put);
		String entityTag = entity.getHeaders().getETag();
		return (entityTag != null && exchange.checkNotModified(entityTag)) ? response.setComplete()
				: writeBody(entity.getBody(), response);
	}

	private static Mono<Void> writeBody(byte @Nullable [] body, ServerHttpResponse response) {
		byte[] bytes = (body != null) ? body : new byte[0];
		response.getHeaders().setContentLength(bytes.length);
		return response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(bytes)));
	}

}
