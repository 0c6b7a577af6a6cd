package io.videoplatform.internal.token;

import reactor.core.publisher.Mono;

/**
 * What one flight does to obtain tokens.
 */
interface TokenAcquisition {

	/**
	 * Obtain tokens.
	 * @param flight is kept informed of what is being done
	 * @param ledger what is held
	 * @return the tokens; fails as discovery and token requests do
	 */
	Mono<TokenGrant> acquire(TokenFlight flight, TokenLedger ledger);

}
