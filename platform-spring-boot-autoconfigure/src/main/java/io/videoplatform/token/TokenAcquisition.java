package io.videoplatform.token;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.videoplatform.token.TokenRequestException.Outcome;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * What one flight does: a living refresh token first, of the same provider; if the
 * provider refuses it, or there is none, the client's first grant, in the same flight.
 */
final class TokenAcquisition {

	private final Supplier<CompletableFuture<ClientRegistration>> registration;

	private final TokenRequests requests;

	private final PasswordRefusals passwordRefusals;

	private final boolean usesPassword;

	private final Scheduler scheduler;

	TokenAcquisition(Supplier<CompletableFuture<ClientRegistration>> registration, TokenRequests requests,
			boolean usesPassword, PasswordRefusals passwordRefusals, Scheduler scheduler) {
		this.registration = registration;
		this.requests = requests;
		this.usesPassword = usesPassword;
		this.passwordRefusals = passwordRefusals;
		this.scheduler = scheduler;
	}

	/**
	 * Obtain tokens.
	 * @param held gives the refresh token to use at the provider that is now discovered
	 * @param forget is told of a refresh token that the provider refused
	 * @return the tokens; fails as discovery and token requests do
	 */
	Mono<TokenGrant> acquire(RefreshTokenLookup held, Consumer<RefreshToken> forget) {
		return Mono.fromFuture(this.registration, true).flatMap((current) -> {
			RefreshToken refreshToken = held.living(ProviderBinding.of(current));
			return (refreshToken != null) ? refresh(current, refreshToken, forget) : firstGrant(current);
		});
	}

	private Mono<TokenGrant> refresh(ClientRegistration current, RefreshToken refreshToken,
			Consumer<RefreshToken> forget) {
		return this.requests.refresh(current, refreshToken)
			.onErrorResume((ex) -> ex instanceof TokenRequestException request && request.refusesGrant(), (ex) -> {
				forget.accept(refreshToken);
				return firstGrant(current);
			});
	}

	private Mono<TokenGrant> firstGrant(ClientRegistration current) {
		if (!this.usesPassword) {
			return this.requests.firstGrant(current);
		}
		return login(current).onErrorResume(PasswordRefusedException.class, (refused) -> this.passwordRefusals.isFirst()
				? Mono.delay(refused.pause(), this.scheduler).then(login(current)) : Mono.error(refused));
	}

	private Mono<TokenGrant> login(ClientRegistration current) {
		return this.requests.firstGrant(current)
			.doOnNext((grant) -> this.passwordRefusals.accepted())
			.onErrorMap(
					(ex) -> ex instanceof TokenRequestException request && request.outcome() == Outcome.GRANT_REFUSED,
					(ex) -> new PasswordRefusedException((TokenRequestException) ex, this.passwordRefusals.refused()));
	}

	/**
	 * Gives the refresh token that may be sent to a provider.
	 */
	@FunctionalInterface
	interface RefreshTokenLookup {

		/**
		 * Return the living refresh token that this provider issued.
		 * @param provider the provider that is now discovered
		 * @return the refresh token, or {@code null}
		 */
		@Nullable RefreshToken living(ProviderBinding provider);

	}

}
