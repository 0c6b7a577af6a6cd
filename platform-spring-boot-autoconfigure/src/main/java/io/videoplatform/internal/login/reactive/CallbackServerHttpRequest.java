package io.videoplatform.internal.login.reactive;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.login.CallbackRequest;
import reactor.core.publisher.Mono;

import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;

/**
 * A request that may be an authorization response. Once the response has been handled,
 * its URI has no query: what handles a failure of the application's own code logs the
 * whole URI, and so do checkpoints of Reactor, and the query contains a code.
 */
public final class CallbackServerHttpRequest extends ServerHttpRequestDecorator {

	private final Map<String, Object> attributes = new ConcurrentHashMap<>();

	private volatile boolean handled;

	private CallbackServerHttpRequest(ServerHttpRequest request) {
		super(request);
	}

	/**
	 * Return a handler that receives each request that may be an authorization response
	 * as one of this kind.
	 * @param handler handles the requests
	 * @return the handler
	 */
	public static HttpHandler receivedBy(HttpHandler handler) {
		return (request, response) -> {
			String query = request.getURI().getRawQuery();
			if (query == null || !CallbackRequest.mayBeResponse(query)) {
				return handler.handle(request, response);
			}
			CallbackServerHttpRequest callback = new CallbackServerHttpRequest(request);
			return handler.handle(callback, response)
				.contextWrite((context) -> context.put(CallbackServerHttpRequest.class, callback));
		};
	}

	/**
	 * Handle an authorization response, after which the URI of its request has no query,
	 * however it ends. Filters may have replaced the request meanwhile.
	 */
	static Mono<Void> handling(Mono<Void> handled) {
		return Mono.deferContextual((context) -> handled
			.doOnTerminate(() -> context.<CallbackServerHttpRequest>getOrEmpty(CallbackServerHttpRequest.class)
				.ifPresent((callback) -> callback.handled = true)));
	}

	@Override
	public URI getURI() {
		return this.handled ? PrintableUrl.of(super.getURI()) : super.getURI();
	}

	/**
	 * Only a request that is not decorated has those of its exchange.
	 */
	@Override
	public Map<String, Object> getAttributes() {
		return this.attributes;
	}

}
