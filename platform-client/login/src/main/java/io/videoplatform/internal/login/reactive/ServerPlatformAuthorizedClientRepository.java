package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.CompletedLogin;
import io.videoplatform.internal.login.LoginAuthorizedClientRepository;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.token.login.LoginKey;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.web.server.AuthenticatedPrincipalServerOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizedClientRepository;
import org.springframework.web.server.ServerWebExchange;

/**
 * The authorized clients of a request. The engine has the tokens of logins at the
 * platform; other registrations are Spring Security's.
 */
public final class ServerPlatformAuthorizedClientRepository implements ServerOAuth2AuthorizedClientRepository {

	private final LoginAuthorizedClientRepository tokens;

	private final LoginInitiator initiator;

	private final ServerOAuth2AuthorizedClientRepository others;

	/**
	 * Create a new instance.
	 */
	public ServerPlatformAuthorizedClientRepository(LoginAuthorizedClientRepository tokens, LoginInitiator initiator,
			ReactiveOAuth2AuthorizedClientService service) {
		this.tokens = tokens;
		this.initiator = initiator;
		this.others = new AuthenticatedPrincipalServerOAuth2AuthorizedClientRepository(service);
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T extends OAuth2AuthorizedClient> Mono<T> loadAuthorizedClient(String registrationId,
			Authentication principal, ServerWebExchange exchange) {
		if (!this.tokens.handles(registrationId)) {
			return this.others.loadAuthorizedClient(registrationId, principal, exchange);
		}
		LoginKey login = this.tokens.login(registrationId, principal);
		return (login != null) ? (Mono<T>) this.tokens.load(registrationId, login, principal.getName()) : Mono.empty();
	}

	@Override
	public Mono<Void> saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal,
			ServerWebExchange exchange) {
		String registrationId = client.getClientRegistration().getRegistrationId();
		if (!this.tokens.handles(registrationId)) {
			return this.others.saveAuthorizedClient(client, principal, exchange);
		}
		LoginKey login = this.tokens.login(registrationId, principal);
		if (login == null) {
			return Mono.error(() -> LoginAuthorizedClientRepository.withoutLogin(registrationId));
		}
		return ReactiveSecurityContextHolder.getContext()
			.defaultIfEmpty(new SecurityContextImpl())
			.flatMap((before) -> this.tokens.save(client, login, principal, before.getAuthentication()))
			.then(Mono.defer(exchange::getSession))
			.doOnNext((session) -> session.getAttributes()
				.compute(CompletedLogin.attribute(registrationId), (name, before) -> this.initiator.completed(before)))
			.then();
	}

	/**
	 * Remove a client, as Spring Security's filters do after a 401 of any resource
	 * server. The tokens of a login are refreshed and the login goes on.
	 */
	@Override
	public Mono<Void> removeAuthorizedClient(String registrationId, Authentication principal,
			ServerWebExchange exchange) {
		LoginKey login = this.tokens.login(registrationId, principal);
		if (login != null) {
			return Mono.fromRunnable(() -> this.tokens.reject(login));
		}
		return this.tokens.handles(registrationId) ? Mono.empty()
				: this.others.removeAuthorizedClient(registrationId, principal, exchange);
	}

}
