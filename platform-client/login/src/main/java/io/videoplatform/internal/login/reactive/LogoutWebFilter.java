package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginAuthorizedClientRepository;
import io.videoplatform.internal.login.logout.LoginSessionRegistry;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Is placed before Spring Security's filter for logouts, and ends the login of a user
 * whom that filter has logged out: it does not pass such a request on. A handler among
 * those of the filter would go with the first one that the application sets, and a logout
 * of a reactive application is no event.
 */
public final class LogoutWebFilter implements WebFilter {

	private static final String PASSED = LogoutWebFilter.class.getName();

	private final LoginAuthorizedClientRepository tokens;

	private final @Nullable LoginSessionRegistry sessions;

	/**
	 * Create a new instance.
	 * @param sessions the sessions that the provider may end, if it may
	 */
	public LogoutWebFilter(LoginAuthorizedClientRepository tokens, @Nullable LoginSessionRegistry sessions) {
		this.tokens = tokens;
		this.sessions = sessions;
	}

	/**
	 * The filter behind Spring Security's.
	 */
	public static Mono<Void> pass(ServerWebExchange exchange, WebFilterChain chain) {
		exchange.getAttributes().put(PASSED, true);
		return chain.filter(exchange);
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return chain.filter(exchange)
			.then(Mono.defer(() -> exchange.getAttributes().containsKey(PASSED) ? Mono.empty() : loggedOut(exchange)));
	}

	private Mono<Void> loggedOut(ServerWebExchange exchange) {
		return ReactiveSecurityContextHolder.getContext()
			.mapNotNull(SecurityContext::getAuthentication)
			.doOnNext(this.tokens::end)
			.flatMap((user) -> Mono.justOrEmpty(this.sessions)
				.zipWith(exchange.getSession())
				.doOnNext((found) -> found.getT1().remove(found.getT2().getId(), user)))
			.then();
	}

}
