package io.videoplatform.internal.token;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Finds whose token a request carries.
 */
@FunctionalInterface
public interface TokenSelector {

	/**
	 * Return the source of the token.
	 * @return the source; fails with a
	 * {@link io.videoplatform.PlatformAuthorizationException} or with Spring Security's
	 * {@code ClientAuthorizationRequiredException} if there is none
	 */
	Mono<TokenSource> select(Map<String, Object> attributes, ContextView context);

	/**
	 * Return the one source that all requests share.
	 * @return the source, or {@code null} if it depends on the request
	 */
	default @Nullable TokenSource shared() {
		return null;
	}

	/**
	 * Return a selector of one source for all requests.
	 */
	static TokenSelector shared(TokenSource source) {
		return new Single(source);
	}

	/**
	 * Selects one source for all requests.
	 */
	record Single(TokenSource shared) implements TokenSelector {

		@Override
		public Mono<TokenSource> select(Map<String, Object> attributes, ContextView context) {
			return Mono.just(this.shared);
		}

	}

}
