package io.videoplatform.internal.token;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Obtains the application's own token: by a usable refresh token first, of the same
 * provider; if the provider refuses it, or there is none, by the client's initial grant,
 * in the same flight.
 */
final class ApplicationAcquisition implements TokenAcquisition {

	private final SourceContext context;

	private final Supplier<CompletableFuture<ClientRegistration>> registration;

	private final PasswordRefusals passwordRefusals;

	private final boolean usesPassword;

	ApplicationAcquisition(SourceContext context, Supplier<CompletableFuture<ClientRegistration>> registration,
			boolean usesPassword, PasswordRefusals passwordRefusals) {
		this.context = context;
		this.registration = registration;
		this.usesPassword = usesPassword;
		this.passwordRefusals = passwordRefusals;
	}

	@Override
	public Mono<TokenGrant> acquire(TokenFlight flight, TokenLedger ledger) {
		return this.context.discovered(this.registration).flatMap((current) -> {
			RefreshToken refreshToken = ledger.living(ProviderBinding.of(current), this.context.clock().millis());
			requesting(flight, current, "has not been answered");
			return (refreshToken != null) ? refresh(current, refreshToken, flight, ledger)
					: initialGrant(current, flight);
		});
	}

	private Mono<TokenGrant> refresh(ClientRegistration current, RefreshToken refreshToken, TokenFlight flight,
			TokenLedger ledger) {
		return this.context.requests()
			.refresh(current, refreshToken, () -> ledger.doubtWhenRunOut(refreshToken, this.context.clock().millis()))
			.onErrorResume(TokenRequestException::refusesRefresh, (ex) -> {
				ledger.forget(refreshToken);
				this.context.publish(Level.INFO, PlatformStep.TOKEN_REQUEST,
						"The provider refused the refresh token of client '%s': beginning again with its initial grant"
							.formatted(this.context.client()));
				return initialGrant(current, flight);
			});
	}

	private Mono<TokenGrant> initialGrant(ClientRegistration current, TokenFlight flight) {
		if (!this.usesPassword) {
			return this.context.requests().initialGrant(current);
		}
		return login(current).onErrorResume(PasswordRefusedException.class, (refused) -> this.passwordRefusals.isFirst()
				? pause(current, refused, flight).then(login(current)) : Mono.error(refused));
	}

	private Mono<Long> pause(ClientRegistration current, PasswordRefusedException refused, TokenFlight flight) {
		requesting(flight, current, "is repeated after a pause: the password was refused once");
		return Mono.delay(refused.pause(), this.context.scheduler());
	}

	private Mono<TokenGrant> login(ClientRegistration current) {
		return this.context.requests()
			.initialGrant(current)
			.doOnNext((grant) -> this.passwordRefusals.accepted())
			.onErrorMap(TokenRequestException::refusesGrant,
					(ex) -> new PasswordRefusedException((TokenRequestException) ex, this.passwordRefusals.refused()));
	}

	private static void requesting(TokenFlight flight, ClientRegistration current, String unfinished) {
		flight.enters(PlatformStep.TOKEN_REQUEST, URI.create(current.getProviderDetails().getTokenUri()), unfinished);
	}

}
