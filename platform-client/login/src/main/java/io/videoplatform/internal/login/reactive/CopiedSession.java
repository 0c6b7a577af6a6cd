package io.videoplatform.internal.login.reactive;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;

/**
 * The copy of a stored session that a request has, what it held when it was read, and
 * what is notified when it is saved before the response.
 */
final class CopiedSession {

	private static final String ATTRIBUTE = CopiedSession.class.getName();

	private final WebSession session;

	private final Map<String, Object> read;

	private volatile @Nullable LoginWebSession watching;

	private CopiedSession(WebSession session) {
		this.session = session;
		this.read = new HashMap<>(session.getAttributes());
	}

	static CopiedSession in(ServerWebExchange exchange, WebSession session) {
		CopiedSession copied = new CopiedSession(session);
		exchange.getAttributes().put(ATTRIBUTE, copied);
		return copied;
	}

	/**
	 * Return the copy that a request has.
	 * @return the copy, or {@code null} if the request has no session yet, or one that
	 * all requests share
	 */
	static @Nullable CopiedSession of(ServerWebExchange exchange) {
		return exchange.getAttribute(ATTRIBUTE);
	}

	/**
	 * Set what ends the logins that the session holds no longer.
	 */
	void watch(LoginWebSession watching) {
		this.watching = watching;
	}

	/**
	 * Save the session. That a session exists no longer is a failure only if the request
	 * has changed it. A session that has another identifier now goes on without the
	 * change.
	 */
	Mono<Void> saving(Mono<Void> save) {
		return save.onErrorResume(IllegalStateException.class, (ex) -> isUnchanged() ? Mono.empty() : Mono.error(ex))
			.doOnSuccess((done) -> end(true))
			.doOnError((ex) -> end(false))
			.doOnCancel(() -> end(false));
	}

	private boolean isUnchanged() {
		return new HashMap<>(this.session.getAttributes()).equals(this.read);
	}

	private void end(boolean saved) {
		LoginWebSession watching = this.watching;
		if (watching == null) {
			return;
		}
		if (saved) {
			watching.saved();
		}
		watching.endLoginsThatAreGone();
	}

}
