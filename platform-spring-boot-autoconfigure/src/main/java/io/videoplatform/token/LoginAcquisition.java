package io.videoplatform.token;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Obtains the next token of a user's login, which only its refresh token can: without a
 * living one, or when the provider refuses it, the login has ended.
 */
final class LoginAcquisition implements TokenAcquisition {

	private final Supplier<CompletableFuture<ClientRegistration>> registration;

	private final TokenRequests requests;

	private final RefreshedIdTokenCheck check;

	LoginAcquisition(Supplier<CompletableFuture<ClientRegistration>> registration, TokenRequests requests,
			RefreshedIdTokenCheck check) {
		this.registration = registration;
		this.requests = requests;
		this.check = check;
	}

	@Override
	public Mono<TokenGrant> acquire(HeldRefreshToken held) {
		return Mono.fromFuture(this.registration, true).flatMap((current) -> {
			RefreshToken refreshToken = held.living(ProviderBinding.of(current));
			return (refreshToken != null) ? refresh(current, refreshToken, held)
					: Mono.error(() -> new LoginEndedException("no living refresh token is held", null));
		});
	}

	private Mono<TokenGrant> refresh(ClientRegistration current, RefreshToken refreshToken, HeldRefreshToken held) {
		return this.requests.refresh(current, refreshToken, held)
			.onErrorMap(TokenRequestException::refusesGrant,
					(ex) -> new LoginEndedException("the refresh token " + ex.getMessage(), ex))
			.flatMap((grant) -> checked(current, grant));
	}

	private Mono<TokenGrant> checked(ClientRegistration current, TokenGrant grant) {
		String idToken = grant.idToken();
		if (idToken == null) {
			return Mono.just(grant);
		}
		return this.check.check(current, idToken, grant.accessToken().value())
			.onErrorMap(
					(ex) -> new LoginEndedException("the ID token of a refresh was refused: " + ex.getMessage(), ex))
			.thenReturn(grant);
	}

}
