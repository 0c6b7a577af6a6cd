package io.videoplatform.internal.token;

import java.time.Duration;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import reactor.core.publisher.Mono;

/**
 * Acquires the application's own token: by a usable refresh token first, of the same
 * provider; if the provider refuses it by an OAuth 2.0 error, or there is none, by the
 * client's initial grant, in the same flight.
 *
 * @param client the engine as the client uses it
 */
record ApplicationTokens(EngineClient client) implements TokenAcquirer {

	@Override
	public Mono<GrantedTokens> acquire(ProviderMetadata provider, FlightRun run) {
		return run.ofApplication(this.client.identity(provider), provider, own(provider, run));
	}

	private Mono<GrantedTokens> own(ProviderMetadata provider, FlightRun run) {
		return run.refresh(provider)
			.onErrorResume((ex) -> TokenRequestException.refusesRefresh(ex) && TokenRequestException.isExplained(ex),
					(ex) -> beginAgain(provider, run))
			.switchIfEmpty(Mono.defer(() -> initialGrant(provider, run)));
	}

	private Mono<GrantedTokens> beginAgain(ProviderMetadata provider, FlightRun run) {
		this.client.publish(Level.INFO, PlatformStep.TOKEN_REQUEST,
				"The provider refused to refresh the token of client '%s': beginning again with its initial grant"
					.formatted(this.client.name()));
		return initialGrant(provider, run);
	}

	private Mono<GrantedTokens> initialGrant(ProviderMetadata provider, FlightRun run) {
		return this.client.credentials().usesPassword() ? passwordGrant(provider, run) : request(provider, run);
	}

	private Mono<GrantedTokens> request(ProviderMetadata provider, FlightRun run) {
		run.flight().requestsTokens(provider, "has no response yet");
		return this.client.tokenClient().initialGrant(provider);
	}

	private Mono<GrantedTokens> passwordGrant(ProviderMetadata provider, FlightRun run) {
		PasswordAttempts attempts = this.client.passwordAttempts(provider);
		run.flight().requestsTokens(provider, "is not sent yet: another client is logging in to the same account");
		Mono<GrantedTokens> attempt = attempts.attempt(Mono.defer(() -> request(provider, run)),
				PasswordAttempts.LONGEST_PAUSE, (pause) -> pause(pause, provider, run));
		// Nodes that share the token wait together
		boolean alone = this.client.sharing() == null;
		return attempts.inTurn(
				attempt.onErrorResume((ex) -> alone && TokenRequestException.refusesGrant(ex)
						&& TokenRequestException.isExplained(ex) && attempts.isFirst(), (ex) -> attempt),
				this.client.engine().scheduler());
	}

	private Mono<Long> pause(Duration pause, ProviderMetadata provider, FlightRun run) {
		if (pause.isZero()) {
			return Mono.empty();
		}
		run.flight().requestsTokens(provider, "is repeated after a pause: the password was refused");
		return Mono.delay(pause, this.client.engine().scheduler());
	}

}
