package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginTokenRepository;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Ends a login with the session that holds it, or when the session holds it no longer: a
 * logout in a reactive application is no event, and may do either.
 */
public final class LoginSessionWebFilter implements WebFilter, Ordered {

	private final LoginTokenRepository logins;

	private final LoginResolver keys;

	private final int order;

	/**
	 * Create a new instance.
	 * @param logins the tokens of logins
	 * @param keys tells of which login an authentication is
	 * @param order the order among the application's filters, before all that use
	 * sessions
	 */
	public LoginSessionWebFilter(LoginTokenRepository logins, LoginResolver keys, int order) {
		this.logins = logins;
		this.keys = keys;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		LoginHoldingExchange watched = new LoginHoldingExchange(exchange, this.logins, this.keys);
		// Before the answer: a client that has it can rely on the logout
		exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(watched::endLoginsThatAreGone));
		return chain.filter(watched).doFinally((signal) -> watched.endLoginsThatAreGone());
	}

}
