package io.videoplatform.benchmarks.call;

import java.net.URI;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.AbstractClientHttpRequest;

/**
 * A request as an HTTP engine has it, without the engine: headers are taken over and the
 * body is swallowed.
 */
public final class InMemoryRequest extends AbstractClientHttpRequest {

	private final HttpMethod method;

	private final URI url;

	private long headerCharacters;

	/**
	 * Create a new instance.
	 */
	public InMemoryRequest(HttpMethod method, URI url) {
		this.method = method;
		this.url = url;
	}

	/**
	 * Return how much was written, so that nothing of it can be optimized away.
	 */
	long headerCharacters() {
		return this.headerCharacters;
	}

	@Override
	public HttpMethod getMethod() {
		return this.method;
	}

	@Override
	public URI getURI() {
		return this.url;
	}

	@Override
	public DataBufferFactory bufferFactory() {
		return DefaultDataBufferFactory.sharedInstance;
	}

	@Override
	public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
		return doCommit(() -> Flux.from(body).doOnNext(DataBufferUtils::release).then());
	}

	@Override
	public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
		return doCommit(() -> Flux.from(body).concatMap((part) -> part).doOnNext(DataBufferUtils::release).then());
	}

	@Override
	public Mono<Void> setComplete() {
		return doCommit();
	}

	@Override
	protected void applyHeaders() {
		getHeaders().forEach((name, values) -> {
			for (String value : values) {
				this.headerCharacters += name.length() + value.length();
			}
		});
	}

	@Override
	protected void applyCookies() {
		// Nothing sends cookies here
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T> T getNativeRequest() {
		return (T) this;
	}

}
