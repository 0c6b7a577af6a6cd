package io.videoplatform.client;

import java.net.URI;
import java.util.Map;
import java.util.function.Consumer;

import io.videoplatform.token.AccessToken;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ExchangeStrategies;

/**
 * A request that carries a token. It sets the header as it is written and delegates the
 * rest, because copying a request costs more than sending the token does.
 */
final class AuthorizedRequest implements ClientRequest {

	private final ClientRequest request;

	private final AccessToken token;

	private final RequestBody bodyKind;

	private boolean streamed;

	AuthorizedRequest(ClientRequest request, AccessToken token, RequestBody bodyKind) {
		this.request = request;
		this.token = token;
		this.bodyKind = bodyKind;
	}

	/**
	 * Whether the body, as it was written, can be written again.
	 */
	boolean isReplayable() {
		return this.bodyKind != RequestBody.ONCE && !this.streamed;
	}

	@Override
	public Mono<Void> writeTo(ClientHttpRequest target, ExchangeStrategies strategies) {
		target.getHeaders().set(HttpHeaders.AUTHORIZATION, this.token.authorization());
		boolean watched = this.bodyKind == RequestBody.VALUE;
		return this.request.writeTo(watched ? new StreamDetector(target) : target, strategies);
	}

	@Override
	public HttpMethod method() {
		return this.request.method();
	}

	@Override
	public URI url() {
		return this.request.url();
	}

	/**
	 * Return all headers, the token among them, for those who copy this request.
	 */
	@Override
	public HttpHeaders headers() {
		HttpHeaders headers = HttpHeaders.copyOf(this.request.headers());
		headers.set(HttpHeaders.AUTHORIZATION, this.token.authorization());
		return HttpHeaders.readOnlyHttpHeaders(headers);
	}

	@Override
	public MultiValueMap<String, String> cookies() {
		return this.request.cookies();
	}

	@Override
	public BodyInserter<?, ? super ClientHttpRequest> body() {
		return this.request.body();
	}

	@Override
	public Map<String, Object> attributes() {
		return this.request.attributes();
	}

	@Override
	public @Nullable Consumer<ClientHttpRequest> httpRequest() {
		return this.request.httpRequest();
	}

	@Override
	public String logPrefix() {
		return this.request.logPrefix();
	}

	/**
	 * Sees whether a value is written as one buffer or as a stream, as a resource is that
	 * may not open twice.
	 */
	private final class StreamDetector extends ClientHttpRequestDecorator {

		StreamDetector(ClientHttpRequest delegate) {
			super(delegate);
		}

		@Override
		public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
			AuthorizedRequest.this.streamed = !(body instanceof Mono);
			return super.writeWith(body);
		}

		@Override
		public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
			AuthorizedRequest.this.streamed = true;
			return super.writeAndFlushWith(body);
		}

	}

}
