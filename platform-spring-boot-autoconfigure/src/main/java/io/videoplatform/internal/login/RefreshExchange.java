package io.videoplatform.internal.login;

import java.time.Clock;
import java.util.Map;
import java.util.Objects;

import io.videoplatform.internal.token.LoginRequired;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;

/**
 * Lets Spring Security's managers join the engine's flights: what they would refresh is
 * refreshed once, however many of them request it.
 */
public final class RefreshExchange {

	private final LoginRegistrationRepository registrations;

	private final Clock clock;

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 * @param clock the clock
	 */
	public RefreshExchange(LoginRegistrationRepository registrations, Clock clock) {
		this.registrations = registrations;
		this.clock = clock;
	}

	/**
	 * Return the tokens that follow on a refresh token. The ID token of a refresh is
	 * checked by the engine and not handed on.
	 * @param request the request, of a registration of the platform's
	 * @return the tokens; fails with Spring Security's
	 * {@code ClientAuthorizationRequiredException} if the user has to log in again
	 */
	public Mono<OAuth2AccessTokenResponse> refresh(OAuth2RefreshTokenGrantRequest request) {
		LoginClient client = Objects
			.requireNonNull(this.registrations.client(request.getClientRegistration().getRegistrationId()));
		Mono<TokenGrant> grant = (request.getRefreshToken() instanceof AuthorizedClientRefreshToken held)
				? ofLogin(client, held)
				: client.tokens()
					.tokenClient()
					.refresh(request.getClientRegistration(), request.getRefreshToken().getTokenValue());
		return grant.map((tokens) -> AccessTokenResponseConverter.convert(tokens, this.clock, Map.of()));
	}

	private static Mono<TokenGrant> ofLogin(LoginClient client, AuthorizedClientRefreshToken refreshToken) {
		TokenSource source = client.tokens().get(refreshToken.login());
		if (source == null) {
			return Mono.error(() -> LoginRequired.at(client.registrationId(),
					"The login at client '%s' has ended".formatted(client.name()), null));
		}
		return LoginTokenRepository.usable(source);
	}

}
