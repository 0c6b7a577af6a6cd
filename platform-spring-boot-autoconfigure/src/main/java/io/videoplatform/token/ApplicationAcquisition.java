package io.videoplatform.token;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.videoplatform.token.TokenRequestException.Outcome;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Obtains the application's own token: by a living refresh token first, of the same
 * provider; if the provider refuses it, or there is none, by the client's first grant, in
 * the same flight.
 */
final class ApplicationAcquisition implements TokenAcquisition {

	private final Supplier<CompletableFuture<ClientRegistration>> registration;

	private final TokenRequests requests;

	private final PasswordRefusals passwordRefusals;

	private final boolean usesPassword;

	private final Scheduler scheduler;

	ApplicationAcquisition(Supplier<CompletableFuture<ClientRegistration>> registration, TokenRequests requests,
			boolean usesPassword, PasswordRefusals passwordRefusals, Scheduler scheduler) {
		this.registration = registration;
		this.requests = requests;
		this.usesPassword = usesPassword;
		this.passwordRefusals = passwordRefusals;
		this.scheduler = scheduler;
	}

	@Override
	public Mono<TokenGrant> acquire(HeldRefreshToken held) {
		return Mono.fromFuture(this.registration, true).flatMap((current) -> {
			RefreshToken refreshToken = held.living(ProviderBinding.of(current));
			return (refreshToken != null) ? refresh(current, refreshToken, held) : firstGrant(current);
		});
	}

	private Mono<TokenGrant> refresh(ClientRegistration current, RefreshToken refreshToken, HeldRefreshToken held) {
		return this.requests.refresh(current, refreshToken, held)
			.onErrorResume(TokenRequestException::refusesGrant, (ex) -> {
				held.refused(refreshToken);
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

}
