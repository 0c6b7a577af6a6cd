package io.videoplatform.internal.login.reactive;

import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.internal.login.ExchangeUser;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginTokenRepository;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.util.context.Context;

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.server.WebSession;

/**
 * Ends a login with the session that holds it, or when the session holds it no longer: a
 * logout in a reactive application is no event, and may do either. Calls of an exchange
 * are made for the user whom the session held when the exchange began to use it.
 */
public final class LogoutWebFilter implements WebFilter, Ordered {

	private final LoginTokenRepository tokens;

	private final LoginResolver logins;

	private final @Nullable SessionExpirationMonitor expirations;

	private final int order;

	/**
	 * Create a new instance.
	 * @param tokens the tokens of logins
	 * @param logins finds the login of an authentication
	 * @param expirations ends the logins of sessions that expire, if these do not report
	 * it
	 * @param order the order among the application's filters, before all that use
	 * sessions
	 */
	public LogoutWebFilter(LoginTokenRepository tokens, LoginResolver logins,
			@Nullable SessionExpirationMonitor expirations, int order) {
		this.tokens = tokens;
		this.logins = logins;
		this.expirations = expirations;
		this.order = order;
	}

	@Override
	public int getOrder() {
		return this.order;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		AtomicReference<@Nullable LoginWebSession> watched = new AtomicReference<>();
		Mono<WebSession> session = exchange.getSession().map((held) -> watch(exchange, held, watched)).cache();
		// Before the response: a client that has it can rely on the logout
		exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> {
			if (CopiedSession.of(exchange) == null) {
				endLoginsThatAreGone(watched.get());
			}
		}));
		return chain.filter(new ServerWebExchangeDecorator(exchange) {

			@Override
			public Mono<WebSession> getSession() {
				return session;
			}

		}).doFinally((signal) -> {
			// The response to a failure may save a copy still
			if (CopiedSession.of(exchange) == null || signal == SignalType.CANCEL
					|| exchange.getResponse().isCommitted()) {
				endLoginsThatAreGone(watched.get());
			}
		}).contextWrite(Context.of(ExchangeUser.class, (ExchangeUser) (found) -> {
			LoginWebSession used = watched.get();
			return (used != null) ? used.userAtFirst(found) : found;
		}));
	}

	/**
	 * Return a session that knows which logins it held when it was first requested. A
	 * session that is not used is not loaded.
	 */
	private WebSession watch(ServerWebExchange exchange, WebSession session,
			AtomicReference<@Nullable LoginWebSession> watched) {
		LoginWebSession result = new LoginWebSession(session, this.tokens, this.logins, this.expirations);
		CopiedSession copied = CopiedSession.of(exchange);
		if (copied != null) {
			result.copied();
			copied.watch(result);
		}
		watched.set(result);
		return result;
	}

	private static void endLoginsThatAreGone(@Nullable LoginWebSession session) {
		if (session != null) {
			session.endLoginsThatAreGone();
		}
	}

}
