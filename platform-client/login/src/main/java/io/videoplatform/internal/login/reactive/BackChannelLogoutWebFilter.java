package io.videoplatform.internal.login.reactive;

import java.util.List;

import io.videoplatform.internal.http.reactive.ServerResponseWriter;
import io.videoplatform.internal.login.logout.BackChannelLogoutEndpoint;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.oidc.server.session.ReactiveOidcSessionRegistry;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher.MatchResult;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Takes requests of back-channel logout for the platform's registrations in front of
 * Spring Security's filters.
 */
public final class BackChannelLogoutWebFilter implements WebFilter, Ordered {

	private static final String NOT_OURS = "";

	private final PathPatternParserServerWebExchangeMatcher requests = new PathPatternParserServerWebExchangeMatcher(
			BackChannelLogoutEndpoint.PATH, HttpMethod.POST);

	private final BackChannelLogoutEndpoint logout;

	private final ReactiveOidcSessionRegistry registry;

	private final int order;

	/**
	 * Create a new instance.
	 * @param registry holds the sessions for Spring Security, and may be the
	 * application's own
	 * @param order the order among the application's filters, before Spring Security's
	 */
	public BackChannelLogoutWebFilter(BackChannelLogoutEndpoint logout, ReactiveOidcSessionRegistry registry,
			int order) {
		this.logout = logout;
		this.registry = registry;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return this.requests.matches(exchange)
			.filter(MatchResult::isMatch)
			.map((match) -> String.valueOf(match.getVariables().get("registrationId")))
			.filter(this.logout::handles)
			.defaultIfEmpty(NOT_OURS)
			.flatMap((id) -> id.equals(NOT_OURS) ? chain.filter(exchange) : handle(id, exchange));
	}

	private Mono<Void> handle(String registrationId, ServerWebExchange exchange) {
		return tokens(exchange)
			.flatMap((tokens) -> this.logout.handle(registrationId, tokens, this.registry::removeSessionInformation))
			.flatMap((entity) -> ServerResponseWriter.write(entity, exchange));
	}

	/**
	 * A form that is malformed or too large holds no logout token.
	 */
	private static Mono<List<String>> tokens(ServerWebExchange exchange) {
		return exchange.getFormData()
			.map((form) -> form.getOrDefault(BackChannelLogoutEndpoint.PARAMETER, List.of()))
			.onErrorResume(Exception.class, (ex) -> Mono.just(List.of()))
			.defaultIfEmpty(List.of());
	}

}
