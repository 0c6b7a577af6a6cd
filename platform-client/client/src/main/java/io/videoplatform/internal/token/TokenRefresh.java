package io.videoplatform.internal.token;

import java.time.Clock;
import java.util.Objects;
import java.util.function.Function;

import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenClient;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.shared.RecordIdentity;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The refresh of one flight, and the only place where a refresh token that is held is
 * presented. When it may be presented, {@link TokenSnapshot} knows; a refresh token whose
 * outcome is unknown is presented again by this flight only if that allows it. If the
 * provider rotates refresh tokens (RFC 9700, section 4.14.2), the tokens of the response
 * include the next one.
 */
public final class TokenRefresh {

	private final TokenClient tokenClient;

	private final Clock clock;

	private final TokenLedger ledger;

	private final TokenFlight flight;

	private final @Nullable SharedTokens shared;

	TokenRefresh(TokenClient tokenClient, Clock clock, TokenLedger ledger, TokenFlight flight,
			@Nullable SharedTokens shared) {
		this.tokenClient = tokenClient;
		this.clock = clock;
		this.ledger = ledger;
		this.flight = flight;
		this.shared = shared;
	}

	/**
	 * Have a login's tokens refreshed (RFC 6749, section 6): by this node, or by another
	 * with which it shares them.
	 * @return the tokens; empty if no usable refresh token of this provider is held;
	 * fails with a {@link TokenRequestException}, or as the check and the store do
	 */
	public Mono<GrantedTokens> ofLogin(@Nullable RecordIdentity login, ClientRegistration current,
			Function<GrantedTokens, Mono<GrantedTokens>> check) {
		return (this.shared == null || login == null) ? at(current).flatMap(check) : shared(this.shared, login, current,
				true, (refreshToken) -> request(Objects.requireNonNull(refreshToken), current).flatMap(check));
	}

	/**
	 * Have an application's access token acquired: by this node, or by another with which
	 * it shares it. While the store does not respond, this node does without it.
	 * @return the token
	 */
	Mono<GrantedTokens> ofApplication(@Nullable RecordIdentity application, ClientRegistration current,
			Mono<GrantedTokens> acquisition) {
		return (this.shared == null || application == null) ? acquisition
				: shared(this.shared, application, current, false, (none) -> acquisition);
	}

	private Mono<GrantedTokens> shared(SharedTokens shared, RecordIdentity identity, ClientRegistration current,
			boolean ofLogin, Function<@Nullable RefreshToken, Mono<GrantedTokens>> request) {
		return Mono
			.defer(() -> new SharedRefresh(shared, this.flight, identity, ProviderBinding.of(current), ofLogin, request)
				.run());
	}

	/**
	 * Refresh by the refresh token that is held (RFC 6749, section 6).
	 * @return the tokens; empty if no usable refresh token of this provider is held;
	 * fails with a {@link TokenRequestException}
	 */
	Mono<GrantedTokens> at(ClientRegistration current) {
		return Mono.defer(() -> {
			RefreshToken refreshToken = this.ledger.presentable(ProviderBinding.of(current), this.clock.millis());
			return (refreshToken != null) ? present(refreshToken, current) : Mono.empty();
		});
	}

	private Mono<GrantedTokens> present(RefreshToken refreshToken, ClientRegistration current) {
		Mono<GrantedTokens> request = request(refreshToken, current);
		return request
			.onErrorResume((ex) -> TokenRequestException.leavesInDoubt(ex)
					&& this.ledger.presentAgain(refreshToken, this.clock.millis()), (ex) -> request)
			.doOnError(TokenRequestException::refusesRefresh, (ex) -> this.ledger.refused(refreshToken));
	}

	private Mono<GrantedTokens> request(RefreshToken refreshToken, ClientRegistration current) {
		return Mono.defer(() -> {
			this.flight.requestsTokens(current, "has no response yet");
			this.flight.presents(true);
			return this.tokenClient.refresh(current, refreshToken)
				.switchIfEmpty(Mono.error(() -> new IllegalStateException("the request ended without a response")))
				.doOnError((ex) -> this.flight.presents(false));
		});
	}

}
