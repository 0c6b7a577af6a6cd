package io.videoplatform.internal.login.reactive;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.DefaultWebSessionManager;
import org.springframework.web.server.session.WebSessionManager;

/**
 * Lets a response go out although its session exists no longer: another request has
 * changed the identifier of the session, or has ended it. The repositories of Spring
 * Session refuse to save such a session, and the response would be an error. It still is
 * if the request has changed the session, since that is lost.
 * <p>
 * Is of the type that Spring Security looks for, to limit the sessions of a user.
 */
public final class LoginWebSessionManager extends DefaultWebSessionManager {

	private final WebSessionManager sessions;

	/**
	 * Create a new instance.
	 * @param sessions manages the sessions
	 */
	public LoginWebSessionManager(DefaultWebSessionManager sessions) {
		this.sessions = sessions;
		setSessionStore(sessions.getSessionStore());
		setSessionIdResolver(sessions.getSessionIdResolver());
	}

	@Override
	public Mono<WebSession> getSession(ServerWebExchange exchange) {
		AtomicReference<@Nullable CopiedSession> read = new AtomicReference<>();
		return this.sessions.getSession(new ServerWebExchangeDecorator(exchange) {

			@Override
			public ServerHttpResponse getResponse() {
				return new LenientResponse(super.getResponse(), read);
			}

		}).doOnNext((session) -> read.set(CopiedSession.in(exchange, session)));
	}

	private static final class LenientResponse extends ServerHttpResponseDecorator {

		private final AtomicReference<@Nullable CopiedSession> read;

		LenientResponse(ServerHttpResponse response, AtomicReference<@Nullable CopiedSession> read) {
			super(response);
			this.read = read;
		}

		@Override
		public void beforeCommit(Supplier<? extends Mono<Void>> action) {
			super.beforeCommit(() -> {
				Mono<Void> save = Mono.defer(action);
				CopiedSession session = this.read.get();
				return (session != null) ? session.saving(save) : save;
			});
		}

	}

}
