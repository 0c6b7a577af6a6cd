package io.videoplatform.internal.token;

import java.util.Map;

import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Selects the application's own token for every request.
 *
 * @param shared the token's source
 */
record SharedToken(TokenSource shared) implements TokenSelector {

	@Override
	public Mono<TokenSource> select(Map<String, Object> attributes, ContextView context) {
		return Mono.just(this.shared);
	}

}
