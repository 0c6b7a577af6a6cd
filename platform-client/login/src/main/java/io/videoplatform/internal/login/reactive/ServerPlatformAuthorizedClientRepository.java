package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.token.login.LoginKey;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.web.server.AuthenticatedPrincipalServerOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizedClientRepository;
import org.springframework.web.server.ServerWebExchange;

/**
 * The authorized clients of a request. A login at the platform has its tokens in the
 * engine; a user who logged in elsewhere and only connected an account of the platform
 * has them in the session; other registrations are kept as Spring Security does. The
 * login that another one follows on in the same session is ended by
 * {@link LogoutWebFilter}.
 */
public final class ServerPlatformAuthorizedClientRepository implements ServerOAuth2AuthorizedClientRepository {

	private final LoginTokenRepository tokens;

	private final ServerOAuth2AuthorizedClientRepository connected = new ServerConnectedClientRepository();

	private final ServerOAuth2AuthorizedClientRepository others;

	/**
	 * Create a new instance.
	 * @param tokens the tokens of logins
	 * @param service the store of other registrations
	 */
	public ServerPlatformAuthorizedClientRepository(LoginTokenRepository tokens,
			ReactiveOAuth2AuthorizedClientService service) {
		this.tokens = tokens;
		this.others = new AuthenticatedPrincipalServerOAuth2AuthorizedClientRepository(service);
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T extends OAuth2AuthorizedClient> Mono<T> loadAuthorizedClient(String registrationId,
			Authentication principal, ServerWebExchange exchange) {
		LoginKey login = this.tokens.login(registrationId, principal);
		return (login != null) ? (Mono<T>) this.tokens.load(registrationId, login, principal.getName())
				: delegate(registrationId).loadAuthorizedClient(registrationId, principal, exchange)
					.map((kept) -> (T) this.tokens.withSecret(kept));
	}

	@Override
	public Mono<Void> saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal,
			ServerWebExchange exchange) {
		String registrationId = client.getClientRegistration().getRegistrationId();
		LoginKey login = this.tokens.login(registrationId, principal);
		return (login != null) ? Mono.defer(() -> {
			OpenedLogin.note(exchange, login, this.tokens);
			return this.tokens.save(client, login, principal);
		}) : delegate(registrationId).saveAuthorizedClient(client, principal, exchange);
	}

	/**
	 * Remove a client, as Spring Security's filters do after a 401 of any resource
	 * server. The tokens of a login are refreshed and the login goes on.
	 */
	@Override
	public Mono<Void> removeAuthorizedClient(String registrationId, Authentication principal,
			ServerWebExchange exchange) {
		LoginKey login = this.tokens.login(registrationId, principal);
		return (login != null) ? Mono.fromRunnable(() -> this.tokens.reject(login))
				: delegate(registrationId).removeAuthorizedClient(registrationId, principal, exchange);
	}

	private ServerOAuth2AuthorizedClientRepository delegate(String registrationId) {
		return this.tokens.handles(registrationId) ? this.connected : this.others;
	}

}
