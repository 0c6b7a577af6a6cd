package io.videoplatform.internal.login.reactive;

import java.net.URI;

import io.videoplatform.internal.http.reactive.ServerResponseWriter;
import io.videoplatform.internal.login.CallbackRequest;
import io.videoplatform.internal.login.UserAgentRequest;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
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
	 * Return a request as Spring Security reads it: it takes no response from a form.
	 */
	static CallbackRequest callbackRequest(ServerWebExchange exchange) {
		ServerHttpRequest request = exchange.getRequest();
		return new CallbackRequest(request.getPath().contextPath().value(), request.getURI().getRawPath(),
				isForm(request), request.getQueryParams());
	}

	private static boolean isForm(ServerHttpRequest request) {
		if (request.getMethod() != HttpMethod.POST) {
			return false;
		}
		try {
			MediaType type = request.getHeaders().getContentType();
			return type != null && (type.isCompatibleWith(MediaType.APPLICATION_FORM_URLENCODED)
					|| type.isCompatibleWith(MediaType.MULTIPART_FORM_DATA));
		}
		catch (InvalidMediaTypeException ex) {
			// Nor does the framework read a form of such a type
			return false;
		}
	}

	/**
	 * Return a request with the parameters of its form. A form that cannot be read has
	 * none.
	 */
	static Mono<CallbackRequest> withForm(ServerWebExchange exchange, CallbackRequest callback) {
		return exchange.getFormData().onErrorResume(Exception.class, (ex) -> Mono.empty()).map((form) -> {
			MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>(callback.parameters());
			form.forEach(parameters::addAll);
			return new CallbackRequest(callback.contextPath(), callback.path(), true, parameters);
		}).defaultIfEmpty(callback);
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
