package io.videoplatform.samples.cluster;

import java.util.Set;

import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Filter that keeps other web sites from pressing the page's buttons, and the page from
 * loading anything of theirs. The nodes protect themselves.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class PageProtection implements WebFilter {

	private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost");

	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
			+ " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		if (!PagePaths.include(exchange.getRequest())) {
			return chain.filter(exchange);
		}
		HttpHeaders headers = exchange.getResponse().getHeaders();
		headers.set("Content-Security-Policy", POLICY);
		headers.set("X-Content-Type-Options", "nosniff");
		headers.set("Referrer-Policy", "no-referrer");
		if (isFromHere(exchange.getRequest())) {
			return chain.filter(exchange);
		}
		exchange.getResponse().setStatusCode(HttpStatus.FORBIDDEN);
		return exchange.getResponse().setComplete();
	}

	/**
	 * Another site's name may be made to lead here (DNS rebinding), these may not.
	 */
	private static boolean isFromHere(ServerHttpRequest request) {
		return HOSTS.contains(String.valueOf(request.getURI().getHost())) && !CorsUtils.isCorsRequest(request);
	}

}
