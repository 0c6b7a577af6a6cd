package io.videoplatform.internal.token;

import java.time.Duration;

import io.videoplatform.internal.token.endpoint.InspectedGrant;
import io.videoplatform.internal.token.endpoint.RefreshToken;
import io.videoplatform.internal.token.endpoint.TokenClient;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Looks at what the token endpoint makes of a client. No source holds what that brings,
 * and what it fails of delays no source.
 */
public final class ClientInspection {

	private final EngineClient client;

	public ClientInspection(EngineClient client) {
		this.client = client;
	}

	/**
	 * Request a token to look at it, and revoke what came with it as far as the provider
	 * allows. A password takes its turn among the account's other logins, and is not sent
	 * while these pause after a refusal.
	 * @return what was granted; fails as a call would
	 */
	public Mono<InspectedGrant> grant(ClientRegistration registration) {
		Mono<InspectedGrant> request = tokenClient().inspect(registration);
		return explained((this.client.credentials().usesPassword() ? inTurn(request, registration) : request)
			.flatMap((granted) -> revoked(registration, granted).thenReturn(granted)));
	}

	private Mono<InspectedGrant> inTurn(Mono<InspectedGrant> request, ClientRegistration registration) {
		return this.client.readSecrets().then(Mono.defer(() -> {
			PasswordAttempts attempts = this.client.passwordAttempts(registration);
			return attempts.inTurn(attempts.attempt(request, Duration.ZERO, (none) -> Mono.empty()),
					this.client.engine().scheduler());
		}));
	}

	/**
	 * Ask whether the token endpoint accepts a client at which users log in, without one.
	 * @return the registration if it does; fails as a call would
	 */
	public Mono<ClientRegistration> client(ClientRegistration registration) {
		return explained(tokenClient().probe(registration));
	}

	private TokenClient tokenClient() {
		return this.client.tokenClient();
	}

	private <T> Mono<T> explained(Mono<T> request) {
		return this.client.engine().bind(request).onErrorMap((ex) -> this.client.failures().of(ex).reason());
	}

	private Mono<Void> revoked(ClientRegistration registration, InspectedGrant granted) {
		RefreshToken token = granted.grant().refreshToken();
		return (token != null) ? this.client.revocation().revoke(registration, token).onErrorComplete() : Mono.empty();
	}

}
