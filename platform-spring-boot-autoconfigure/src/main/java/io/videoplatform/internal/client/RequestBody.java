package io.videoplatform.internal.client;

import java.nio.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.netty.util.ReferenceCounted;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.MediaType;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;

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
	 * Return whether the value of a body is still what it was before it was written: a
	 * buffer has been read, or released, and a resource may not open twice.
	 * @param body a body of the kind {@link #VALUE}
	 * @param written what it was written to; only its headers are used
	 */
	static boolean isRepeatable(BodyInserter<?, ? super ClientHttpRequest> body, ClientHttpRequest written) {
		ValueReader reader = new ValueReader();
		body.insert(written, reader).subscribe();
		Object value = reader.value;
		return !(value == null || value instanceof DataBuffer || value instanceof Buffer || value instanceof Resource
				|| (NETTY && value instanceof ReferenceCounted));
	}

	/**
	 * Takes a value from its body inserter, which shows it to message writers only.
	 */
	private static final class ValueReader implements BodyInserter.Context, HttpMessageWriter<Object> {

		private @Nullable Object value;

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
			return Mono.from(inputStream).doOnNext((shown) -> this.value = shown).then();
		}

	}

}
