package io.videoplatform.internal.login.reactive;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.login.CallbackRequest;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;
import org.springframework.web.server.adapter.HttpWebHandlerAdapter;

/**
 * A request that may be an authorization response. Once the response has been handled,
 * its URI has no query: what handles a failure of the application's own code logs the
 * whole URI, and so do checkpoints of Reactor, and the query contains a code.
 */
public final class CallbackServerHttpRequest extends ServerHttpRequestDecorator {

	private final Map<String, Object> attributes = new ConcurrentHashMap<>();

	/**
	 * The exchange in which the response was handled.
	 */
	private final AtomicReference<@Nullable ServerWebExchange> handled;

	private CallbackServerHttpRequest(ServerHttpRequest request, AtomicReference<@Nullable ServerWebExchange> handled) {
		super(request);
		this.handled = handled;
	}

	/**
	 * Return a handler that receives each request that may be an authorization response
	 * as one of this kind, and whose copies of such requests are of this kind, too.
	 * @param handler handles the requests
	 * @return the handler
	 */
	public static HttpHandler receivedBy(HttpHandler handler) {
		if (handler instanceof HttpWebHandlerAdapter adapter && adapter.getForwardedHeaderTransformer() != null) {
			adapter.setForwardedHeaderTransformer(copiedBy(adapter.getForwardedHeaderTransformer()));
		}
		return (request, response) -> {
			String query = request.getURI().getRawQuery();
			if (query == null || !CallbackRequest.mayBeResponse(query)) {
				return handler.handle(request, response);
			}
			AtomicReference<@Nullable ServerWebExchange> handled = new AtomicReference<>();
			return handler.handle(new CallbackServerHttpRequest(request, handled), response).doOnError((ex) -> {
				ServerWebExchange exchange = handled.get();
				if (exchange != null && !response.isCommitted()) {
					OpenedLogin.end(exchange);
				}
			}).contextWrite((context) -> context.put(CallbackServerHttpRequest.class, handled));
		};
	}

	/**
	 * Return a transformer, which copies the requests that come from a proxy.
	 */
	private static ForwardedHeaderTransformer copiedBy(ForwardedHeaderTransformer transformer) {
		return new ForwardedHeaderTransformer() {

			@Override
			public ServerHttpRequest apply(ServerHttpRequest request) {
				ServerHttpRequest transformed = transformer.apply(request);
				return (request instanceof CallbackServerHttpRequest callback)
						? new CallbackServerHttpRequest(transformed, callback.handled) : transformed;
			}

		};
	}

	/**
	 * Handle an authorization response, after which the URI of its request has no query,
	 * however it ends. Filters may have replaced the request meanwhile.
	 */
	static Mono<Void> handling(ServerWebExchange exchange, Mono<Void> handled) {
		return Mono.deferContextual((context) -> handled
			.doOnTerminate(() -> context.<AtomicReference<ServerWebExchange>>getOrEmpty(CallbackServerHttpRequest.class)
				.ifPresent((known) -> known.set(exchange))));
	}

	@Override
	public URI getURI() {
		return (this.handled.get() != null) ? PrintableUrl.of(super.getURI()) : super.getURI();
	}

	/**
	 * Only a request that is not decorated has those of its exchange.
	 */
	@Override
	public Map<String, Object> getAttributes() {
		return this.attributes;
	}

}
