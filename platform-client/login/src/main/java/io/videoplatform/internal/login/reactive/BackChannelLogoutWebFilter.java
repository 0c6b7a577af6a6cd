package io.videoplatform.internal.login.reactive;

import java.util.List;

import io.videoplatform.internal.http.reactive.ServerResponseWriter;
import io.videoplatform.internal.login.BackChannelLogoutEndpoint;
import io.videoplatform.internal.login.LoginResolver;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.oidc.server.session.ReactiveOidcSessionRegistry;
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
 * Spring Security's filters, and empties sessions that the provider has ended.
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
	 * @param logout handles the requests
	 * @param registry holds the sessions
	 * @param order the order among the application's filters, before all that use
	 * sessions
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
			.flatMap((id) -> id.equals(NOT_OURS) ? chain.filter(withoutEndedSession(exchange)) : handle(id, exchange));
	}

	/**
	 * A session is looked at when it is used: to look it up may cost a request to a
	 * store.
	 */
	private ServerWebExchange withoutEndedSession(ServerWebExchange exchange) {
		Mono<WebSession> session = exchange.getSession().flatMap((found) -> emptiedIfEnded(exchange, found)).cache();
		return new ServerWebExchangeDecorator(exchange) {

			@Override
			public Mono<WebSession> getSession() {
				return session;
			}

		};
	}

	/**
	 * A session that is invalidated cannot be used again during the same exchange, in
	 * which the user may begin a new login: one in memory is emptied and its identifier
	 * replaced.
	 */
	private Mono<WebSession> emptiedIfEnded(ServerWebExchange exchange, WebSession session) {
		String id = session.getId();
		boolean ended = this.logout.sessions().isEnded(id);
		if (!session.isStarted()) {
			return Mono.just(session);
		}
		if (!ended) {
			this.logout.sessions().renew(id, () -> user(session));
			return Mono.just(session);
		}
		session.getAttributes().clear();
		return withoutId(exchange, session).doOnSuccess((changed) -> {
			this.logout.sessions().remove(id);
			// Where the mark is now: it goes with a session whose identifier changes
			this.logout.sessions().remove(session.getId());
		}).thenReturn(session);
	}

	/**
	 * The provider's logout deletes a stored session, perhaps while it gets another
	 * identifier: the repository in Redis would save a part of it by that, which nobody
	 * can read. The request goes on without it.
	 */
	private static Mono<Void> withoutId(ServerWebExchange exchange, WebSession session) {
		return (CopiedSession.of(exchange) != null) ? session.invalidate()
				: session.changeSessionId().onErrorResume(IllegalStateException.class, (ex) -> session.invalidate());
	}

	private static @Nullable OidcUser user(WebSession session) {
		return LoginResolver.user(session
			.getAttribute(WebSessionServerSecurityContextRepository.DEFAULT_SPRING_SECURITY_CONTEXT_ATTR_NAME));
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
