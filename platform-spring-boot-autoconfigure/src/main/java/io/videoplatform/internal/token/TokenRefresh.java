package io.videoplatform.internal.token;

import java.time.Clock;

import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenClient;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The refresh of one flight, and the only place where a refresh token that is held is
 * presented. When it may be presented, {@link TokenSnapshot} knows; a refresh token whose
 * outcome is unknown is presented again by this flight only if that allows it.
 */
public final class TokenRefresh {

	private final TokenClient tokenClient;

	private final Clock clock;

	private final TokenLedger ledger;

	private final TokenFlight flight;

	TokenRefresh(TokenClient tokenClient, Clock clock, TokenLedger ledger, TokenFlight flight) {
		this.tokenClient = tokenClient;
		this.clock = clock;
		this.ledger = ledger;
		this.flight = flight;
	}

	/**
	 * Refresh by the refresh token that is held (RFC 6749, section 6).
	 * @param current the client's registration at the provider of now
	 * @return the tokens; empty if no usable refresh token of this provider is held;
	 * fails with a {@link TokenRequestException}
	 */
	public Mono<TokenGrant> at(ClientRegistration current) {
		return Mono.defer(() -> {
			RefreshToken refreshToken = this.ledger.presentable(ProviderBinding.of(current), this.clock.millis());
			return (refreshToken != null) ? present(refreshToken, current) : Mono.empty();
		});
	}

	private Mono<TokenGrant> present(RefreshToken refreshToken, ClientRegistration current) {
		this.flight.requestsTokens(current, "has no response yet");
		Mono<TokenGrant> request = this.tokenClient.refresh(current, refreshToken)
			.switchIfEmpty(Mono.error(() -> new IllegalStateException("the request ended without a response")));
		return request
			.onErrorResume((ex) -> TokenRequestException.leavesInDoubt(ex)
					&& this.ledger.presentAgain(refreshToken, this.clock.millis()), (ex) -> request)
			.doOnError(TokenRequestException::refusesRefresh, (ex) -> this.ledger.refused(refreshToken));
	}

}
