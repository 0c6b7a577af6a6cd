package io.videoplatform.internal.login.reactive;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Is placed right behind Spring Security's filter that reads the security context of an
 * exchange: the context is what was read first. Spring Security reads the session each
 * time, and exchanges of one browser may share a session, in which another user logs in
 * meanwhile, whose token the calls of the first would carry.
 */
public final class ExchangeUserWebFilter implements WebFilter {

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return chain.filter(exchange).contextWrite(ExchangeUserWebFilter::readOnce);
	}

	private static Context readOnce(Context context) {
		Mono<SecurityContext> held = context.getOrDefault(SecurityContext.class, null);
		return (held == null || held instanceof Callable) ? context
				: context.put(SecurityContext.class, readOnce(held));
	}

	/**
	 * Not by {@code cache()}, which signals to several subscribers: what they subscribe
	 * would belong to nobody.
	 */
	private static Mono<SecurityContext> readOnce(Mono<SecurityContext> held) {
		AtomicReference<@Nullable Optional<SecurityContext>> first = new AtomicReference<>();
		return Mono.defer(() -> {
			Optional<SecurityContext> known = first.get();
			return (known != null) ? Mono.justOrEmpty(known)
					: held.map(Optional::of).defaultIfEmpty(Optional.empty()).mapNotNull((found) -> {
						first.compareAndSet(null, found);
						return first.get();
					}).flatMap(Mono::justOrEmpty);
		});
	}

}
