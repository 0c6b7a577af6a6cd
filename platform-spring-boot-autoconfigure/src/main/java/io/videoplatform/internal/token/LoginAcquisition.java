package io.videoplatform.internal.token;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.videoplatform.PlatformStep;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Obtains the next token of a user's login, which only its refresh token can: without a
 * usable one, or when the provider refuses it, the login has ended.
 */
final class LoginAcquisition implements TokenAcquisition {

	private static final Duration CHECK = Duration.ofSeconds(15);

	private final SourceContext context;

	private final Supplier<CompletableFuture<ClientRegistration>> registration;

	private final RefreshedIdTokenCheck check;

	LoginAcquisition(SourceContext context, Supplier<CompletableFuture<ClientRegistration>> registration,
			RefreshedIdTokenCheck check) {
		this.context = context;
		this.registration = registration;
		this.check = check;
	}

	@Override
	public Mono<TokenGrant> acquire(TokenFlight flight, TokenLedger ledger) {
		return this.context.discovered(this.registration).flatMap((current) -> {
			RefreshToken refreshToken = ledger.living(ProviderBinding.of(current), this.context.clock().millis());
			return (refreshToken != null) ? refresh(current, refreshToken, flight, ledger)
					: Mono.error(() -> new LoginEndedException("no living refresh token is held", null));
		});
	}

	private Mono<TokenGrant> refresh(ClientRegistration current, RefreshToken refreshToken, TokenFlight flight,
			TokenLedger ledger) {
		flight.enters(PlatformStep.TOKEN_REQUEST, URI.create(current.getProviderDetails().getTokenUri()),
				"has not been answered");
		return this.context.requests()
			.refresh(current, refreshToken, () -> ledger.doubtWhenRunOut(refreshToken, this.context.clock().millis()))
			.onErrorMap(TokenRequestException::refusesGrant,
					(ex) -> new LoginEndedException("the refresh token " + ex.getMessage(), ex))
			.flatMap((grant) -> checked(current, grant, flight));
	}

	/**
	 * Check the ID token, if there is one. A check that does not end in time counts as
	 * one that is not possible for the moment: the new refresh token would be lost with
	 * the flight.
	 */
	private Mono<TokenGrant> checked(ClientRegistration current, TokenGrant grant, TokenFlight flight) {
		String idToken = grant.idToken();
		if (idToken == null) {
			return Mono.just(grant);
		}
		flight.enters(PlatformStep.ID_TOKEN, keys(current), "has not been checked");
		return Mono.defer(() -> this.check.check(current, idToken, grant.accessToken().value()))
			.timeout(CHECK, this.context.scheduler())
			.onErrorComplete(TimeoutException.class)
			.onErrorMap(
					(ex) -> new LoginEndedException("the ID token of a refresh was refused: " + ex.getMessage(), ex))
			.thenReturn(grant);
	}

	private static URI keys(ClientRegistration current) {
		ClientRegistration.ProviderDetails provider = current.getProviderDetails();
		return URI.create(Objects.requireNonNullElse(provider.getJwkSetUri(), provider.getTokenUri()));
	}

}
