package io.videoplatform.client;

import java.util.Set;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;

/**
 * What can be known of a body before it is written.
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
	 * A publisher, a resource or parts: nothing says that it can be written again.
	 */
	ONCE;

	private static final BodyInserter<?, ?> NONE = BodyInserters.empty();

	/**
	 * A body inserter does not tell what it writes, but each kind has its own class.
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

}
