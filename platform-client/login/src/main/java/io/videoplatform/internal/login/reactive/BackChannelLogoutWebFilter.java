package io.videoplatform.internal.login.reactive;

import java.util.List;

import io.videoplatform.internal.http.reactive.ServerResponseWriter;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.logout.BackChannelLogoutEndpoint;
import io.videoplatform.internal.login.logout.LoginSessionRegistry;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.server.session.ReactiveOidcSessionRegistry;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher.MatchResult;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.server.WebSession;

/**
 * Takes requests of back-channel logout for the platform's registrations in front of
 * Spring Security's filters, and notes which sessions are in use.
 */
public final class BackChannelLogoutWebFilter implements WebFilter, Ordered {

	private static final String NOT_OURS = "";

	private final PathPatternParserServerWebExchangeMatcher requests = new PathPatternParserServerWebExchangeMatcher(
			BackChannelLogoutEndpoint.PATH, HttpMethod.POST);

	private final BackChannelLogoutEndpoint logout;

	private final LoginSessionRegistry sessions;

	private final ReactiveOidcSessionRegistry registry;

	private final int order;

	/**
	 * Create a new instance.
	 * @param registry holds the sessions for Spring Security, and may be the
	 * application's own
	 * @param order the order among the application's filters, before all that use
	 * sessions
	 */
	public BackChannelLogoutWebFilter(BackChannelLogoutEndpoint logout, LoginSessionRegistry sessions,
			ReactiveOidcSessionRegistry registry, int order) {
		this.logout = logout;
		this.sessions = sessions;
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
			.flatMap((id) -> id.equals(NOT_OURS) ? chain.filter(watched(exchange)) : handle(id, exchange));
	}

	/**
	 * A session is looked at when it is used: to look it up may cost a request to a
	 * store.
	 */
	private ServerWebExchange watched(ServerWebExchange exchange) {
		Mono<WebSession> session = exchange.getSession().doOnNext((found) -> {
			if (found.isStarted()) {
				this.sessions.used(found.getId(), user(found));
			}
		}).cache();
		return new ServerWebExchangeDecorator(exchange) {

			@Override
			public Mono<WebSession> getSession() {
				return session;
			}

		};
	}

	private static @Nullable OidcUser user(WebSession session) {
		return LoginResolver.user(session
			.getAttribute(WebSessionServerSecurityContextRepository.DEFAULT_SPRING_SECURITY_CONTEXT_ATTR_NAME));
	}

	private Mono<Void> handle(String registrationId, ServerWebExchange exchange) {
		return tokens(exchange).flatMap((tokens) -> this.logout.handle(registrationId, tokens, this::others))
			.flatMap((entity) -> ServerResponseWriter.write(entity, exchange));
	}

	private Flux<OidcSessionInformation> others(OidcLogoutToken token) {
		return (this.registry instanceof ReactivePlatformOidcSessionRegistry) ? Flux.empty()
				: this.registry.removeSessionInformation(token);
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
