package io.videoplatform.token;

import reactor.core.publisher.Mono;

/**
 * What one flight does to obtain tokens.
 */
interface TokenAcquisition {

	/**
	 * Obtain tokens.
	 * @param held the refresh token that is held
	 * @return the tokens; fails as discovery and token requests do
	 */
	Mono<TokenGrant> acquire(HeldRefreshToken held);

}
