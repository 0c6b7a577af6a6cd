package io.videoplatform.internal.login;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

import io.videoplatform.internal.token.LoginEndedException;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.login.LoginKey;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
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
	 */
	public RefreshExchange(LoginRegistrationRepository registrations, Clock clock) {
		this.registrations = registrations;
		this.clock = clock;
	}

	/**
	 * Return the tokens that follow on a refresh token. The ID token of a refresh is
	 * checked by the engine and not handed on.
	 */
	public Mono<OAuth2AccessTokenResponse> refresh(OAuth2RefreshTokenGrantRequest request) {
		LoginClient client = Objects
			.requireNonNull(this.registrations.client(request.getClientRegistration().getRegistrationId()));
		Mono<GrantedTokens> grant = (request.getRefreshToken() instanceof LoginRefreshToken held)
				? ofLogin(client, held.login()) : ofAccount(client, request);
		return grant.map((tokens) -> AccessTokenResponseConverter.convert(tokens, this.clock, Map.of()));
	}

	/**
	 * A refresh token goes to the token endpoint that has issued it, and with it the
	 * client's secret.
	 */
	private static Mono<GrantedTokens> ofAccount(LoginClient client, OAuth2RefreshTokenGrantRequest request) {
		return client.provider(request.getClientRegistration())
			.switchIfEmpty(Mono.error(() -> LoginEndedException.loginRequired(client.registrationId(),
					"The provider of registration '%s' has changed since the account was connected"
						.formatted(client.registrationId()),
					null)))
			.flatMap((provider) -> client.tokens()
				.tokenClient()
				.refresh(provider, request.getRefreshToken().getTokenValue()));
	}

	private static Mono<GrantedTokens> ofLogin(LoginClient client, LoginKey login) {
		return Mono.justOrEmpty(client.tokens().get(login))
			.flatMap(RefreshExchange::usable)
			.switchIfEmpty(Mono.error(() -> LoginEndedException.loginRequired(client.registrationId(),
					"The login at client '%s' has ended".formatted(client.name()), null)));
	}

	/**
	 * Return tokens of which the access token can be used, by the one flight of the
	 * engine if it has to be refreshed.
	 */
	static Mono<GrantedTokens> usable(TokenSource source) {
		AccessToken current = source.current();
		Mono<AccessToken> token = (current != null) ? Mono.just(current) : source.awaitReleased(Context.empty());
		return token.mapNotNull((usable) -> source.held());
	}

	/**
	 * Return a refresh token as Spring Security's managers see it: when one of them wants
	 * to use it, the engine's one flight does.
	 */
	static OAuth2RefreshToken refreshToken(String value, Instant issuedAt, LoginKey login) {
		return new LoginRefreshToken(value, issuedAt, login);
	}

	/**
	 * A refresh token that knows the login that it belongs to.
	 */
	private static final class LoginRefreshToken extends OAuth2RefreshToken {

		private static final long serialVersionUID = 1L;

		private final LoginKey login;

		LoginRefreshToken(String value, Instant issuedAt, LoginKey login) {
			super(value, issuedAt, null);
			this.login = login;
		}

		LoginKey login() {
			return this.login;
		}

	}

}
