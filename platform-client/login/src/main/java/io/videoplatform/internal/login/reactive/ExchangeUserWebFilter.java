package io.videoplatform.internal.login.reactive;

import java.util.concurrent.Callable;

import io.videoplatform.internal.login.ExchangeSecurityContext;
import io.videoplatform.internal.login.ExchangeUser;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.core.Ordered;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Is placed behind Spring Security's filters: keeps the user of an exchange with the
 * security context that they have put into the Reactor context. A value that was put
 * there does not change.
 */
public final class ExchangeUserWebFilter implements WebFilter, Ordered {

	private final int order;

	/**
	 * Create a new instance.
	 * @param order the order among the application's filters, behind Spring Security's
	 */
	public ExchangeUserWebFilter(int order) {
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return chain.filter(exchange).contextWrite(ExchangeUserWebFilter::withUser);
	}

	private static Context withUser(Context context) {
		if (!context.hasKey(ExchangeUser.class) || !context.hasKey(SecurityContext.class)) {
			return context;
		}
		Mono<SecurityContext> held = context.<Mono<SecurityContext>>get(SecurityContext.class);
		return (held instanceof Callable) ? context : context.put(SecurityContext.class,
				new ExchangeSecurityContext(held, context.get(ExchangeUser.class)));
	}

}
