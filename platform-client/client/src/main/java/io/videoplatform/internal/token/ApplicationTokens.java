package io.videoplatform.internal.token;

import java.time.Duration;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Acquires the application's own token: by a usable refresh token first, of the same
 * provider; if the provider refuses it by an OAuth 2.0 error, or there is none, by the
 * client's initial grant, in the same flight.
 */
final class ApplicationTokens implements TokenAcquirer {

	private final EngineClient client;

	ApplicationTokens(EngineClient client) {
		this.client = client;
	}

	@Override
	public Mono<GrantedTokens> acquire(TokenFlight flight, TokenRefresh refresh) {
		return this.client.registration()
			.await()
			.flatMap((current) -> refresh.ofApplication(this.client.identity(current), current,
					own(current, flight, refresh)));
	}

	private Mono<GrantedTokens> own(ClientRegistration current, TokenFlight flight, TokenRefresh refresh) {
		return refresh.at(current)
			.onErrorResume((ex) -> TokenRequestException.refusesRefresh(ex) && TokenRequestException.isExplained(ex),
					(ex) -> beginAgain(current, flight))
			.switchIfEmpty(Mono.defer(() -> initialGrant(current, flight)));
	}

	private Mono<GrantedTokens> beginAgain(ClientRegistration current, TokenFlight flight) {
		this.client.publish(Level.INFO, PlatformStep.TOKEN_REQUEST,
				"The provider refused to refresh the token of client '%s': beginning again with its initial grant"
					.formatted(this.client.name()));
		return initialGrant(current, flight);
	}

	private Mono<GrantedTokens> initialGrant(ClientRegistration current, TokenFlight flight) {
		return this.client.credentials().usesPassword() ? passwordGrant(current, flight) : request(current, flight);
	}

	private Mono<GrantedTokens> request(ClientRegistration current, TokenFlight flight) {
		flight.requestsTokens(current, "has no response yet");
		return this.client.tokenClient().initialGrant(current);
	}

	private Mono<GrantedTokens> passwordGrant(ClientRegistration current, TokenFlight flight) {
		PasswordAttempts attempts = this.client.passwordAttempts(current);
		flight.requestsTokens(current, "is not sent yet: another client is logging in to the same account");
		Mono<GrantedTokens> attempt = attempts.attempt(Mono.defer(() -> request(current, flight)),
				PasswordAttempts.LONGEST_PAUSE, (pause) -> pause(pause, current, flight));
		// Nodes that share the token wait together
		boolean alone = this.client.sharing() == null;
		return attempts.inTurn(
				attempt.onErrorResume((ex) -> alone && TokenRequestException.refusesGrant(ex)
						&& TokenRequestException.isExplained(ex) && attempts.isFirst(), (ex) -> attempt),
				this.client.engine().scheduler());
	}

	private Mono<Long> pause(Duration pause, ClientRegistration current, TokenFlight flight) {
		if (pause.isZero()) {
			return Mono.empty();
		}
		flight.requestsTokens(current, "is repeated after a pause: the password was refused");
		this.client.publish(Level.DEBUG, PlatformStep.TOKEN_REQUEST,
				"The provider refused the password of client '%s', which is repeated in %d ms"
					.formatted(this.client.name(), pause.toMillis()));
		return Mono.delay(pause, this.client.engine().scheduler());
	}

}
