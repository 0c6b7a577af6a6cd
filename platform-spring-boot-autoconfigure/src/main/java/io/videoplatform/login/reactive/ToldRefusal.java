package io.videoplatform.login.reactive;

import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;

/**
 * Marks an exchange whose login was refused by a part of ours, which has told why: the
 * operator needs to read that only once.
 */
final class ToldRefusal {

	private static final String ATTRIBUTE = ToldRefusal.class.getName();

	private ToldRefusal() {
	}

	/**
	 * Fail as before, with the exchange marked, which Spring Security keeps in the
	 * context.
	 */
	static <T> Mono<T> marked(Throwable refusal) {
		return Mono.deferContextual((context) -> {
			context.<ServerWebExchange>getOrEmpty(ServerWebExchange.class)
				.ifPresent((exchange) -> exchange.getAttributes().put(ATTRIBUTE, Boolean.TRUE));
			return Mono.error(refusal);
		});
	}

	static boolean isAt(ServerWebExchange exchange) {
		return exchange.getAttribute(ATTRIBUTE) != null;
	}

}
