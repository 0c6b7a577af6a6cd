package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.token.login.LoginKey;
import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;

/**
 * A login whose tokens are held before its security context is saved, which may fail.
 *
 * @param login the login
 * @param tokens the tokens of logins
 */
record OpenedLogin(LoginKey login, LoginTokenRepository tokens) {

	private static final String ATTRIBUTE = OpenedLogin.class.getName();

	/**
	 * Note that an exchange opens a login.
	 */
	static void note(ServerWebExchange exchange, LoginKey login, LoginTokenRepository tokens) {
		exchange.getAttributes().put(ATTRIBUTE, new OpenedLogin(login, tokens));
	}

	/**
	 * End the login that an exchange has opened whose response is not sent: the browser
	 * does not get the session, even if that is saved.
	 */
	static void end(ServerWebExchange exchange) {
		OpenedLogin opened = exchange.getAttribute(ATTRIBUTE);
		if (opened != null) {
			opened.tokens.end(opened.login);
		}
	}

	/**
	 * End the login that a failed exchange has opened, unless its session holds it. A
	 * session that cannot be read holds none.
	 */
	static Mono<Void> endUnlessHeld(ServerWebExchange exchange) {
		return Mono.justOrEmpty(exchange.<OpenedLogin>getAttribute(ATTRIBUTE))
			.flatMap((opened) -> exchange.getSession()
				.filter(opened::isHeldBy)
				.onErrorComplete()
				.switchIfEmpty(Mono.fromRunnable(() -> opened.tokens.end(opened.login)))
				.then());
	}

	/**
	 * End the login of an exchange whose user is shown that it is refused. Its security
	 * context may be saved: what the application does then can fail, too.
	 */
	static Mono<Void> refuse(ServerWebExchange exchange) {
		return Mono.justOrEmpty(exchange.<OpenedLogin>getAttribute(ATTRIBUTE))
			.flatMap((opened) -> exchange.getSession().doOnNext(opened::leave))
			.then(endUnlessHeld(exchange));
	}

	private void leave(WebSession session) {
		snapshot(session).namesOf(this.login).forEach(session.getAttributes()::remove);
	}

	private boolean isHeldBy(WebSession session) {
		return snapshot(session).nameOf(this.login) != null;
	}

	private SessionSnapshot snapshot(WebSession session) {
		return new SessionSnapshot(session, this.tokens::login);
	}

}
