package io.videoplatform.internal.login;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

import io.videoplatform.internal.login.oidc.RefreshedIdTokenValidator;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.internal.token.login.LoginTokens;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The tokens of logins at the platform, which the engine holds, as authorized clients of
 * Spring Security.
 */
public final class LoginAuthorizedClientRepository {

	/**
	 * Spring Security's managers refresh a minute before the end, by their own clock.
	 */
	private static final Duration MANAGERS_REFRESH = Duration.ofSeconds(75);

	private final LoginRegistrationRepository registrations;

	private final LoginResolver resolver;

	private final CodeExchange codes;

	private final Clock clock;

	/**
	 * Create a new instance.
	 */
	public LoginAuthorizedClientRepository(LoginRegistrationRepository registrations, LoginResolver resolver,
			CodeExchange codes, Clock clock) {
		this.registrations = registrations;
		this.resolver = resolver;
		this.codes = codes;
		this.clock = clock;
	}

	/**
	 * Return whether a registration is one of the platform's.
	 */
	public boolean handles(String registrationId) {
		return this.registrations.client(registrationId) != null;
	}

	/**
	 * Return the login whose tokens an authentication has at a client.
	 */
	public @Nullable LoginKey login(String registrationId, @Nullable Authentication authentication) {
		LoginClient client = this.registrations.client(registrationId);
		LoginKey key = this.resolver.of(authentication);
		return (client != null && key != null && key.client().equals(client.name())) ? key : null;
	}

	/**
	 * Hold the tokens of a login whose code has just been exchanged, in place of those of
	 * another login in the same session.
	 */
	public Mono<Void> save(OAuth2AuthorizedClient authorized, LoginKey login, Authentication authentication,
			@Nullable Authentication before) {
		GrantedTokens grant = this.codes.grant(authorized.getAccessToken());
		if (grant == null || !(authentication.getPrincipal() instanceof OidcUser user)) {
			return Mono.empty();
		}
		return client(authorized.getClientRegistration().getRegistrationId()).tokens()
			.open(login, grant, RefreshedIdTokenValidator.claims(user.getIdToken()))
			.then(Mono.fromRunnable(() -> replace(this.resolver.of(before), login)));
	}

	private void replace(@Nullable LoginKey before, LoginKey login) {
		if (before != null && !before.equals(login)) {
			tokens(before).forEach((tokens) -> tokens.replaced(before));
		}
	}

	/**
	 * Return the exception for tokens that are no login's.
	 */
	public static RuntimeException withoutLogin(String registrationId) {
		return new IllegalStateException(("Tokens at registration '%s' are held for logins only:"
				+ " let users log in there with 'oauth2Login' and the scope 'openid'")
			.formatted(registrationId));
	}

	/**
	 * Return what is held of a login as Spring Security has it.
	 */
	public Mono<OAuth2AuthorizedClient> load(String registrationId, LoginKey login, String principalName) {
		TokenSource source = client(registrationId).tokens().get(login);
		return (source != null) ? this.registrations.find(registrationId)
			.flatMap((registration) -> RefreshExchange.usable(source)
				.map((held) -> authorized(registration, login, principalName, held))) : Mono.empty();
	}

	private OAuth2AuthorizedClient authorized(ClientRegistration registration, LoginKey login, String principalName,
			GrantedTokens held) {
		AccessToken token = held.accessToken();
		String refreshToken = held.refreshTokenValue();
		return new OAuth2AuthorizedClient(registration, principalName,
				new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, token.value(), token.issuedAt(),
						statedExpiry(token), token.scopes()),
				(refreshToken != null) ? RefreshExchange.refreshToken(refreshToken, token.issuedAt(), login) : null);
	}

	/**
	 * A token that runs out soon states no end: a manager that the application has wired
	 * would refresh it by a request of its own, and use up the engine's refresh token.
	 */
	private @Nullable Instant statedExpiry(AccessToken token) {
		Instant expiresAt = token.expiresAt();
		return this.clock.instant().plus(MANAGERS_REFRESH).isBefore(expiresAt) ? expiresAt : null;
	}

	/**
	 * Have the access token of a login refreshed because a resource server did not accept
	 * it. That ends no login: only the provider's word or the user does.
	 */
	public void reject(LoginKey login) {
		tokens(login).map((tokens) -> tokens.get(login)).filter(Objects::nonNull).forEach((source) -> {
			AccessToken token = source.current();
			if (token != null) {
				source.reject(token);
			}
		});
	}

	private Stream<LoginTokens> tokens(LoginKey login) {
		return this.registrations.clients()
			.stream()
			.filter((client) -> client.name().equals(login.client()))
			.map(LoginClient::tokens);
	}

	/**
	 * End the login that an authentication came from, if it is one at the platform: its
	 * user has logged out.
	 */
	public void end(@Nullable Authentication authentication) {
		LoginKey login = this.resolver.of(authentication);
		if (login != null) {
			tokens(login).forEach((tokens) -> tokens.end(login));
		}
	}

	private LoginClient client(String registrationId) {
		return Objects.requireNonNull(this.registrations.client(registrationId));
	}

}
