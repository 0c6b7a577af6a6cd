package io.videoplatform.internal.login.reactive;

import java.net.URI;

import io.videoplatform.internal.http.reactive.ServerResponseWriter;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.UserAgentRequest;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/**
 * Translates the requests and responses of exchanges for the core of logins.
 */
final class ServerLoginAdapter {

	private ServerLoginAdapter() {
	}

	/**
	 * Return what the response to a request depends on.
	 */
	static UserAgentRequest userAgentRequest(ServerWebExchange exchange) {
		ServerHttpRequest request = exchange.getRequest();
		return new UserAgentRequest(request.getPath().contextPath().value(), request.getPath().value(),
				request.getHeaders());
	}

	/**
	 * Return a request as Spring Security reads it.
	 */
	static CallbackRequest callbackRequest(ServerWebExchange exchange) {
		ServerHttpRequest request = exchange.getRequest();
		return new CallbackRequest(request.getPath().contextPath().value(), request.getURI().getRawPath(),
				request.getQueryParams());
	}

	/**
	 * Redirect without a line in the log: after a logout the location holds the user's ID
	 * token.
	 */
	static Mono<Void> redirect(ServerWebExchange exchange, URI location) {
		return Mono.fromRunnable(() -> {
			exchange.getResponse().setStatusCode(HttpStatus.FOUND);
			exchange.getResponse().getHeaders().setLocation(location);
		});
	}

	/**
	 * Write a response in place of a redirect.
	 */
	static Mono<Void> write(ResponseEntity<byte[]> entity, ServerWebExchange exchange) {
		exchange.getResponse().getHeaders().remove(HttpHeaders.LOCATION);
		return ServerResponseWriter.write(entity, exchange);
	}

}
