package io.videoplatform.internal.login.reactive;

import java.util.function.Function;

import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.UserAgentRequest;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizedClientRepository;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Is placed behind Spring Security's filters, and leads a user whose login has ended to a
 * new one by that filter of the exchange's chain which begins its logins: others of the
 * chain would begin one that is not bound to its provider. A script, which cannot follow
 * a redirect, gets a 401 instead, and a user is not sent to a provider that is down. A
 * chain in which no login begins is left alone.
 */
public final class LoginRequiredWebFilter implements WebFilter, Ordered {

	private final LoginRegistrationRepository registrations;

	private final LoginInitiator initiator;

	private final LoginResponseFactory responses;

	private final Function<ServerWebExchange, Mono<WebFilter>> redirects;

	private final int order;

	private final ServerOAuth2AuthorizedClientRepository connected = new ServerConnectedClientRepository();

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param initiator begins authorization requests
	 * @param responses makes the responses
	 * @param redirects returns the filter that begins logins for an exchange, or nothing
	 * @param order the order among the application's filters, behind Spring Security's
	 */
	public LoginRequiredWebFilter(LoginRegistrationRepository registrations, LoginInitiator initiator,
			LoginResponseFactory responses, Function<ServerWebExchange, Mono<WebFilter>> redirects, int order) {
		this.registrations = registrations;
		this.initiator = initiator;
		this.responses = responses;
		this.redirects = redirects;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return chain.filter(exchange)
			.onErrorResume(ClientAuthorizationRequiredException.class, (ex) -> requireLogin(exchange, ex));
	}

	private Mono<Void> requireLogin(ServerWebExchange exchange, ClientAuthorizationRequiredException ex) {
		LoginClient client = this.registrations.client(ex.getClientRegistrationId());
		if (client == null) {
			return Mono.error(ex);
		}
		if (exchange.getResponse().isCommitted()) {
			// Another exception: at this one Spring Security's filters would begin a
			// login
			return Mono
				.error(() -> new IllegalStateException("The response was sent in part when its login ended", ex));
		}
		UserAgentRequest userAgent = ServerLoginAdapter.userAgentRequest(exchange);
		return this.redirects.apply(exchange)
			.switchIfEmpty(Mono.error(ex))
			.flatMap((redirect) -> leadsToLogin(exchange, userAgent, client.registrationId()).flatMap((leads) -> leads
					? begin(exchange, client, redirect, ex) : refuse(exchange, client.registrationId())));
	}

	private Mono<Void> refuse(ServerWebExchange exchange, String registrationId) {
		return ServerLoginAdapter.write(
				this.responses.loginRequired(ServerLoginAdapter.userAgentRequest(exchange), registrationId), exchange);
	}

	private Mono<Boolean> leadsToLogin(ServerWebExchange exchange, UserAgentRequest userAgent, String registrationId) {
		return user().flatMap((known) -> this.connected.loadAuthorizedClient(registrationId, known, exchange)
			.hasElement()
			.map((connected) -> LoginInitiator.leadsToLogin(userAgent, registrationId, known, connected)));
	}

	private static Mono<Authentication> user() {
		return ReactiveSecurityContextHolder.getContext()
			.mapNotNull(SecurityContext::getAuthentication)
			.defaultIfEmpty(LoginInitiator.ANONYMOUS);
	}

	private Mono<Void> begin(ServerWebExchange exchange, LoginClient client, WebFilter redirect,
			ClientAuthorizationRequiredException ex) {
		return Mono.fromFuture(() -> this.initiator.begin(client), true)
			.then(redirect.filter(exchange, (same) -> Mono.error(ex)));
	}

}
