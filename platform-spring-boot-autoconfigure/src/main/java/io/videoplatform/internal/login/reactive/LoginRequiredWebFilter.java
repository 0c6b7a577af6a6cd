package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Stands behind Spring Security's filters: a user whose login has ended is led to a new
 * one by whichever of them the chain has, but a script is told, because it cannot follow,
 * and nobody is sent to a provider that is down.
 */
public final class LoginRequiredWebFilter implements WebFilter, Ordered {

	private final LoginRegistrationRepository registrations;

	private final LoginInitiator requests;

	private final ServerLoginAnswers answers;

	private final int order;

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param requests begins authorization requests
	 * @param answers writes the answers
	 * @param order the order among the application's filters, behind Spring Security's
	 */
	public LoginRequiredWebFilter(LoginRegistrationRepository registrations, LoginInitiator requests,
			ServerLoginAnswers answers, int order) {
		this.registrations = registrations;
		this.requests = requests;
		this.answers = answers;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return chain.filter(exchange)
			.onErrorResume(ClientAuthorizationRequiredException.class, (ex) -> answer(exchange, ex));
	}

	private Mono<Void> answer(ServerWebExchange exchange, ClientAuthorizationRequiredException ex) {
		LoginClient client = this.registrations.client(ex.getClientRegistrationId());
		if (client == null || exchange.getResponse().isCommitted()) {
			return Mono.error(ex);
		}
		if (!ServerLoginAnswers.wantsPage(exchange)) {
			return this.answers.loginRequired(exchange, ex.getClientRegistrationId());
		}
		return Mono.fromFuture(() -> this.requests.begin(client), true).then(Mono.error(ex));
	}

}
