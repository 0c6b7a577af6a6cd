package io.videoplatform.internal.client;

import java.io.InputStream;
import java.io.Reader;
import java.net.URI;
import java.nio.Buffer;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.BaseStream;

import io.netty.util.ReferenceCounted;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.client.reactive.AbstractClientHttpRequest;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;

/**
 * The kind of a body, as far as it is known before it is written.
 */
enum RequestBody {

	/**
	 * There is none.
	 */
	EMPTY,

	/**
	 * A value or a form, held in memory: it can be written again.
	 */
	VALUE,

	/**
	 * A publisher, a resource or parts, which may not be repeatable.
	 */
	ONCE;

	private static final boolean NETTY = ClassUtils.isPresent("io.netty.util.ReferenceCounted",
			RequestBody.class.getClassLoader());

	private static final Set<Class<?>> READ_ONCE = Set.of(DataBuffer.class, Buffer.class, Resource.class,
			Iterator.class, Enumeration.class, BaseStream.class, InputStream.class, Reader.class);

	private static final BodyInserter<?, ?> NONE = BodyInserters.empty();

	/**
	 * A body inserter does not show what it writes, but each kind has its own class.
	 */
	private static final Set<Class<?>> VALUES = Set.of(BodyInserters.fromValue("").getClass(),
			BodyInserters.fromValue("", ParameterizedTypeReference.forType(String.class)).getClass(),
			BodyInserters.fromFormData("", "").getClass());

	static RequestBody of(BodyInserter<?, ?> body) {
		if (body == NONE) {
			return EMPTY;
		}
		return VALUES.contains(body.getClass()) ? VALUE : ONCE;
	}

	/**
	 * Return whether the value of a body can be written again.
	 * @param request a request with a body of the kind {@link #VALUE}
	 */
	static boolean isRepeatable(ClientRequest request) {
		ValueReader reader = new ValueReader();
		request.body().insert(new UnsentRequest(request), new WriterContext(List.of(reader))).subscribe();
		return reader.value != null && !isReadOnce(reader.value);
	}

	/**
	 * A buffer has been read, or released, and a resource may not open twice.
	 */
	private static boolean isReadOnce(Object value) {
		return READ_ONCE.stream().anyMatch((type) -> type.isInstance(value))
				|| (NETTY && value instanceof ReferenceCounted);
	}

	/**
	 * What a body is written with.
	 *
	 * @param messageWriters the message writers
	 */
	private record WriterContext(List<HttpMessageWriter<?>> messageWriters) implements BodyInserter.Context {

		@Override
		public Optional<ServerHttpRequest> serverRequest() {
			return Optional.empty();
		}

		@Override
		public Map<String, Object> hints() {
			return Map.of();
		}

	}

	/**
	 * Takes a value from its body inserter, which shows it to message writers only.
	 */
	private static final class ValueReader implements HttpMessageWriter<Object> {

		private @Nullable Object value;

		@Override
		public List<MediaType> getWritableMediaTypes() {
			return List.of(MediaType.ALL);
		}

		@Override
		public boolean canWrite(ResolvableType elementType, @Nullable MediaType mediaType) {
			return true;
		}

		@Override
		public Mono<Void> write(Publisher<?> inputStream, ResolvableType elementType, @Nullable MediaType mediaType,
				ReactiveHttpOutputMessage message, Map<String, Object> hints) {
			return Mono.from(inputStream).doOnNext((shown) -> this.value = shown).then();
		}

	}

	/**
	 * A request that sends nothing.
	 */
	private static final class UnsentRequest extends AbstractClientHttpRequest {

		private final ClientRequest request;

		UnsentRequest(ClientRequest request) {
			super(HttpHeaders.copyOf(request.headers()));
			this.request = request;
		}

		@Override
		public HttpMethod getMethod() {
			return this.request.method();
		}

		@Override
		public URI getURI() {
			return this.request.url();
		}

		@Override
		public DataBufferFactory bufferFactory() {
			return DefaultDataBufferFactory.sharedInstance;
		}

		@Override
		public <T> T getNativeRequest() {
			throw new UnsupportedOperationException("This request is not sent");
		}

		@Override
		public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
			return Mono.empty();
		}

		@Override
		public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
			return Mono.empty();
		}

		@Override
		public Mono<Void> setComplete() {
			return Mono.empty();
		}

		@Override
		protected void applyHeaders() {
			// Nothing is sent
		}

		@Override
		protected void applyCookies() {
			// Nothing is sent
		}

	}

}
