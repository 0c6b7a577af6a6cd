package io.videoplatform.login;

import io.videoplatform.login.oidc.AccessTokenHash;
import io.videoplatform.login.oidc.LoginIdentity;
import io.videoplatform.login.oidc.OidcProviderUnavailableException;
import io.videoplatform.login.oidc.RefreshedIdTokenCheck;
import io.videoplatform.token.AccessToken;
import io.videoplatform.token.TokenGrant;
import io.videoplatform.token.TokenKey;
import io.videoplatform.token.TokenSource;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The engine as the store of Spring Security's authorized clients, for logins at the
 * platform.
 */
public final class LoginStore {

	private final LoginRegistrations registrations;

	private final LoginKeys keys;

	private final CodeExchange codes;

	private final RefreshedIdTokenCheck check;

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 * @param keys tells of which login an authentication is
	 * @param codes holds what the codes of logins brought
	 * @param check checks the ID tokens that refreshes bring
	 */
	public LoginStore(LoginRegistrations registrations, LoginKeys keys, CodeExchange codes,
			RefreshedIdTokenCheck check) {
		this.registrations = registrations;
		this.keys = keys;
		this.codes = codes;
		this.check = check;
	}

	/**
	 * Return the login whose tokens an authentication has at a client.
	 * @param registrationId the identifier of the client's registration
	 * @param authentication the authentication
	 * @return the login, or {@code null} if it is none of this client
	 */
	public TokenKey.@Nullable User login(String registrationId, @Nullable Authentication authentication) {
		LoginClient client = this.registrations.client(registrationId);
		TokenKey.User key = this.keys.of(authentication);
		return (client != null && key != null && key.client().equals(client.name())) ? key : null;
	}

	/**
	 * Return the newest living login of a user at the issuer in use.
	 * @param registrationId the identifier of a registration of the platform's
	 * @param subject the user's identifier there
	 * @return the login, or nothing
	 */
	public Mono<TokenKey.User> newest(String registrationId, String subject) {
		LoginClient client = client(registrationId);
		return registration(registrationId).mapNotNull((current) -> {
			String issuer = current.getProviderDetails().getIssuerUri();
			return (issuer != null) ? client.tokens().newest(issuer, subject) : null;
		});
	}

	/**
	 * Hold the tokens of a login whose code has just been exchanged. What Spring
	 * Security's managers save later is the engine's own, and is left alone.
	 * @param authorized what Spring Security saves
	 * @param login the login
	 * @param authentication the authentication that the login brought
	 */
	public void save(OAuth2AuthorizedClient authorized, TokenKey.User login, Authentication authentication) {
		TokenGrant grant = this.codes.take(authorized.getAccessToken().getTokenValue());
		if (grant != null && authentication.getPrincipal() instanceof OidcUser user) {
			LoginIdentity identity = LoginIdentity.of(user.getIdToken());
			client(authorized.getClientRegistration().getRegistrationId()).tokens()
				.open(login, grant,
						(registration, idToken, accessToken) -> check(registration, idToken, accessToken, identity));
		}
	}

	/**
	 * An ID token that states what it should is not needed while its signature cannot be
	 * judged: a refresh may bring none (OpenID Connect Core 1.0, section 12.2).
	 */
	private Mono<Void> check(ClientRegistration registration, String idToken, String accessToken,
			LoginIdentity identity) {
		return Mono.<Void>fromRunnable(() -> AccessTokenHash.check(accessToken, idToken))
			.then(this.check.check(registration, idToken, identity))
			.onErrorComplete(OidcProviderUnavailableException.class);
	}

	/**
	 * Return what is held of a login as Spring Security has it.
	 * @param registrationId the identifier of the client's registration
	 * @param login the login
	 * @param principalName the name of the authentication
	 * @return the authorized client, or nothing if the login has ended
	 */
	public Mono<OAuth2AuthorizedClient> load(String registrationId, TokenKey.User login, String principalName) {
		TokenSource source = client(registrationId).tokens().get(login);
		TokenGrant held = (source != null) ? source.held() : null;
		return (held != null) ? registration(registrationId)
			.map((registration) -> authorized(registration, login, principalName, held)) : Mono.empty();
	}

	private static OAuth2AuthorizedClient authorized(ClientRegistration registration, TokenKey.User login,
			String principalName, TokenGrant held) {
		AccessToken token = held.accessToken();
		String refreshToken = held.refreshTokenValue();
		return new OAuth2AuthorizedClient(registration, principalName,
				new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, token.value(), token.issuedAt(),
						token.expiresAt(), token.scopes()),
				(refreshToken != null) ? new LoginRefreshToken(refreshToken, token.issuedAt(), null, login) : null);
	}

	/**
	 * End a login.
	 * @param login the login
	 */
	public void end(TokenKey.User login) {
		for (LoginClient client : this.registrations.clients()) {
			if (client.name().equals(login.client())) {
				client.tokens().end(login);
			}
		}
	}

	/**
	 * End the login that an authentication came from, if it is one at the platform.
	 * @param authentication the authentication
	 */
	public void end(@Nullable Authentication authentication) {
		TokenKey.User login = this.keys.of(authentication);
		if (login != null) {
			end(login);
		}
	}

	/**
	 * End the login that a user came with because the provider has ended it. Nobody is
	 * asked to revoke anything.
	 */
	void endedByProvider(OidcUser user) {
		for (LoginClient client : this.registrations.clients()) {
			client.tokens().endedByProvider(this.keys.of(client, user.getIdToken()));
		}
	}

	/**
	 * End the login that an authentication came from, unless a new one is the same.
	 * @param before the authentication until now
	 * @param now the new login
	 */
	public void replace(@Nullable Authentication before, TokenKey.User now) {
		TokenKey.User login = this.keys.of(before);
		if (login != null && !login.equals(now)) {
			end(login);
		}
	}

	private LoginClient client(String registrationId) {
		LoginClient client = this.registrations.client(registrationId);
		if (client == null) {
			throw new IllegalArgumentException("Registration '%s' is not the platform's".formatted(registrationId));
		}
		return client;
	}

	private Mono<ClientRegistration> registration(String registrationId) {
		return Mono.fromFuture(() -> this.registrations.find(registrationId), true);
	}

}
