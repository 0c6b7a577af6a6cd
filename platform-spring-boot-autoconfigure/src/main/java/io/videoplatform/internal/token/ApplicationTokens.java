package io.videoplatform.internal.token;

import java.time.Duration;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.endpoint.ProviderBinding;
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
	public Mono<TokenGrant> acquire(TokenFlight flight, TokenRefresh refresh) {
		return this.client.registration()
			.await()
			.flatMap((current) -> refresh.ofApplication(this.client.identity(ProviderBinding.of(current).issuer()),
					current, own(current, flight, refresh)));
	}

	private Mono<TokenGrant> own(ClientRegistration current, TokenFlight flight, TokenRefresh refresh) {
		return refresh.at(current)
			.onErrorResume(TokenRequestException::refusesRefresh, (ex) -> beginAgain(current, flight))
			.switchIfEmpty(Mono.defer(() -> initialGrant(current, flight)));
	}

	private Mono<TokenGrant> beginAgain(ClientRegistration current, TokenFlight flight) {
		this.client.publish(Level.INFO, PlatformStep.TOKEN_REQUEST,
				"The provider refused to refresh the token of client '%s': beginning again with its initial grant"
					.formatted(this.client.name()));
		return initialGrant(current, flight);
	}

	private Mono<TokenGrant> initialGrant(ClientRegistration current, TokenFlight flight) {
		flight.requestsTokens(current, "has no response yet");
		Mono<TokenGrant> initial = this.client.tokenClient().initialGrant(current);
		return this.client.credentials().usesPassword() ? passwordGrant(initial, current, flight) : initial;
	}

	private Mono<TokenGrant> passwordGrant(Mono<TokenGrant> initial, ClientRegistration current, TokenFlight flight) {
		Mono<TokenGrant> attempt = initial.doOnNext((grant) -> this.passwordBackoff.accepted())
			.doOnError(TokenRequestException::refusesGrant, (ex) -> this.passwordBackoff.refused());
		if (this.client.engine().sharing() != null) {
			return attempt;
		}
		return attempt.onErrorResume((ex) -> TokenRequestException.refusesGrant(ex) && this.passwordBackoff.isFirst(),
				(ex) -> pause(current, flight).then(attempt));
	}

	private Mono<Long> pause(ClientRegistration current, TokenFlight flight) {
		flight.requestsTokens(current, "is repeated after a pause: the password was refused once");
		Duration pause = this.passwordBackoff.pause();
		this.client.publish(Level.DEBUG, PlatformStep.TOKEN_REQUEST,
				"The provider refused the password of client '%s', which is repeated in %d ms"
					.formatted(this.client.name(), pause.toMillis()));
		return Mono.delay(pause, this.client.engine().scheduler());
	}

}
