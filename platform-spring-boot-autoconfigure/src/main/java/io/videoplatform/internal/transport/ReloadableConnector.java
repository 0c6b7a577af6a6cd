package io.videoplatform.internal.transport;

import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpResponseDecorator;

/**
 * A connector whose HTTP client is replaced. A request uses its client until the body of
 * the response has been read.
 *
 * @param clients the client as it is now
 */
record ReloadableConnector(ReloadableHttpClient<ClientHttpConnector> clients) implements ClientHttpConnector {

	@Override
	public Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
		OpenHttpClient<ClientHttpConnector> client = this.clients.current();
		return client.isCounted() ? Mono.defer(() -> connectCounted(method, uri, requestCallback))
				: client.client().connect(method, uri, requestCallback);
	}

	private Mono<ClientHttpResponse> connectCounted(HttpMethod method, URI uri,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
		OpenHttpClient<ClientHttpConnector> client = this.clients.acquire();
		Runnable release = client.releaseOnce();
		AtomicBoolean responded = new AtomicBoolean();
		return Mono.defer(() -> client.client().connect(method, uri, requestCallback))
			.<ClientHttpResponse>map((response) -> new CountedResponse(response, release))
			.doOnNext((response) -> responded.set(true))
			.doFinally((signal) -> {
				if (!responded.get()) {
					release.run();
				}
			});
	}

	/**
	 * A response that ends the use of its client.
	 */
	private static final class CountedResponse extends ClientHttpResponseDecorator {

		private final Runnable release;

		CountedResponse(ClientHttpResponse delegate, Runnable release) {
			super(delegate);
			this.release = release;
		}

		@Override
		public Flux<DataBuffer> getBody() {
			return super.getBody().doFinally((signal) -> this.release.run());
		}

	}

}
