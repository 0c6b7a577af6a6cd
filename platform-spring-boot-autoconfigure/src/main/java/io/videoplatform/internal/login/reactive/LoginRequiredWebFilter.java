package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.UserAgentRequest;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Is placed behind Spring Security's filters, which lead a user whose login has ended to
 * a new one. A script, which cannot follow a redirect, gets a 401 instead, and a user is
 * not sent to a provider that is down.
 */
public final class LoginRequiredWebFilter implements WebFilter, Ordered {

	private final LoginRegistrationRepository registrations;

	private final LoginInitiator initiator;

	private final LoginResponseFactory responses;

	private final int order;

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param initiator begins authorization requests
	 * @param responses makes the responses
	 * @param order the order among the application's filters, behind Spring Security's
	 */
	public LoginRequiredWebFilter(LoginRegistrationRepository registrations, LoginInitiator initiator,
			LoginResponseFactory responses, int order) {
		this.registrations = registrations;
		this.initiator = initiator;
		this.responses = responses;
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
		if (client == null || exchange.getResponse().isCommitted()) {
			return Mono.error(ex);
		}
		UserAgentRequest userAgent = ServerLoginAdapter.userAgentRequest(exchange);
		if (!userAgent.wantsPage()) {
			return ServerLoginAdapter.write(this.responses.loginRequired(userAgent, ex.getClientRegistrationId()),
					exchange);
		}
		return Mono.fromFuture(() -> this.initiator.begin(client), true).then(Mono.error(ex));
	}

}
