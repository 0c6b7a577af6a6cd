package io.videoplatform.internal.token;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import reactor.core.publisher.Mono;

/**
 * Whose token a source holds, the application's or a user's login: how it is acquired,
 * and what follows when that changes.
 */
public interface TokenAcquirer {

	/**
	 * Acquire tokens.
	 * @return the tokens; fails as discovery and token requests do
	 */
	Mono<GrantedTokens> acquire(ProviderMetadata provider, FlightRun run);

	/**
	 * React to new tokens that are held.
	 */
	default void renewed() {
	}

	/**
	 * React to the end of the login, by the provider or for lack of a refresh token.
	 */
	default void ended() {
	}

	/**
	 * React to the end of the login at another node.
	 */
	default void endedElsewhere(boolean revocable) {
	}

	/**
	 * React to tokens that arrived after the end of the login.
	 */
	default void discarded(RefreshToken refreshToken) {
	}

}
