package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Acquires the application's own token: by a usable refresh token first, of the same
 * provider; if the provider refuses it, or there is none, by the client's initial grant,
 * in the same flight.
 */
final class ApplicationTokens implements TokenAcquisition {

	private final EngineClient client;

	private final PasswordBackoff passwordBackoff;

	ApplicationTokens(EngineClient client) {
		this.client = client;
		this.passwordBackoff = client.passwordBackoff();
	}

	@Override
	public Mono<TokenGrant> acquire(TokenFlight flight, TokenLedger ledger) {
		return this.client.registration().await().flatMap((current) -> {
			long now = this.client.clock().millis();
			RefreshToken refreshToken = ledger.usableRefreshToken(ProviderBinding.of(current), now);
			requesting(flight, current, "has no response yet");
			return (refreshToken != null) ? refresh(current, refreshToken, flight, ledger)
					: initialGrant(current, flight);
		});
	}

	private Mono<TokenGrant> refresh(ClientRegistration current, RefreshToken refreshToken, TokenFlight flight,
			TokenLedger ledger) {
		return this.client.tokenClient()
			.refresh(current, refreshToken, () -> ledger.mayRepeat(refreshToken, this.client.clock().millis()))
			.onErrorResume(TokenRequestException::refusesRefresh, (ex) -> {
				ledger.forget(refreshToken);
				this.client.publish(Level.INFO, PlatformStep.TOKEN_REQUEST,
						"The provider refused the refresh token of client '%s': beginning again with its initial grant"
							.formatted(this.client.name()));
				return initialGrant(current, flight);
			});
	}

	private Mono<TokenGrant> initialGrant(ClientRegistration current, TokenFlight flight) {
		Mono<TokenGrant> initial = this.client.tokenClient().initialGrant(current);
		return this.client.credentials().usesPassword() ? passwordGrant(initial, current, flight) : initial;
	}

	private Mono<TokenGrant> passwordGrant(Mono<TokenGrant> initial, ClientRegistration current, TokenFlight flight) {
		Mono<TokenGrant> attempt = initial.doOnNext((grant) -> this.passwordBackoff.accepted())
			.doOnError(TokenRequestException::refusesGrant, (ex) -> this.passwordBackoff.refused());
		return attempt.onErrorResume((ex) -> TokenRequestException.refusesGrant(ex) && this.passwordBackoff.isFirst(),
				(ex) -> pause(current, flight).then(attempt));
	}

	private Mono<Long> pause(ClientRegistration current, TokenFlight flight) {
		requesting(flight, current, "is repeated after a pause: the password was refused once");
		Duration pause = this.passwordBackoff.pause();
		return Mono.delay(pause, this.client.threads().scheduler());
	}

	private static void requesting(TokenFlight flight, ClientRegistration current, String unfinished) {
		flight.enters(PlatformStep.TOKEN_REQUEST, URI.create(current.getProviderDetails().getTokenUri()), unfinished);
	}

}
