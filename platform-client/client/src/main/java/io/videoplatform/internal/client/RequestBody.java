package io.videoplatform.internal.client;

import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Proxy;
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
import reactor.core.Fuseable.ScalarCallable;
import reactor.core.publisher.Mono;

import org.springframework.core.ResolvableType;
import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;

/**
 * Tells bodies that can be written again from those that cannot: values repeat, streams,
 * resources and parts do not.
 */
final class RequestBody {

	/**
	 * A buffer is read or released as it is written, and a resource may not open twice.
	 */
	private static final Set<Class<?>> READ_ONCE = Set.of(DataBuffer.class, Buffer.class, ReferenceCounted.class,
			Resource.class, Iterator.class, Enumeration.class, BaseStream.class, InputStream.class, Reader.class);

	private static final BodyInserter<?, ?> NONE = BodyInserters.empty();

	private RequestBody() {
	}

	/**
	 * Return whether the body of a request can be written again. A body inserter does not
	 * show what it writes, except to message writers.
	 */
	static boolean isRepeatable(ClientRequest request) {
		if (request.body() == NONE) {
			return true;
		}
		Probe probe = new Probe();
		try {
			request.body().insert(unsent(request), probe);
			return probe.repeatable;
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

	/**
	 * Return a request that sends nothing. What an inserter does with it besides is a
	 * body that is not known.
	 */
	private static ClientHttpRequest unsent(ClientRequest request) {
		HttpHeaders headers = HttpHeaders.copyOf(request.headers());
		return (ClientHttpRequest) Proxy.newProxyInstance(RequestBody.class.getClassLoader(),
				new Class<?>[] { ClientHttpRequest.class }, (proxy, method, args) -> switch (method.getName()) {
					case "getMethod" -> request.method();
					case "getURI" -> request.url();
					case "getHeaders" -> headers;
					case "writeWith", "writeAndFlushWith", "setComplete" -> Mono.empty();
					default -> throw new UnsupportedOperationException(method.getName());
				});
	}

	/**
	 * Looks at what it is given and writes nothing.
	 */
	private static final class Probe implements BodyInserter.Context, HttpMessageWriter<Object> {

		private boolean repeatable;

		@Override
		public List<HttpMessageWriter<?>> messageWriters() {
			return List.of(this);
		}

		@Override
		public Optional<ServerHttpRequest> serverRequest() {
			return Optional.empty();
		}

		@Override
		public Map<String, Object> hints() {
			return Map.of();
		}

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
			this.repeatable = inputStream instanceof ScalarCallable<?> value && isRepeatable(value, mediaType);
			return Mono.empty();
		}

		private static boolean isRepeatable(ScalarCallable<?> constant, @Nullable MediaType mediaType) {
			try {
				Object value = constant.call();
				boolean parts = value instanceof MultiValueMap
						&& !MediaType.APPLICATION_FORM_URLENCODED.equalsTypeAndSubtype(mediaType);
				return !parts && READ_ONCE.stream().noneMatch((type) -> type.isInstance(value));
			}
			catch (Exception ex) {
				return false;
			}
		}

	}

}
