package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginKeys;
import io.videoplatform.internal.login.LoginStore;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebSession;

/**
 * An exchange that knows which logins its session held when it was first asked for. A
 * session that nobody asks for is not loaded.
 */
final class LoginHoldingExchange extends ServerWebExchangeDecorator {

	private final LoginStore logins;

	private final Mono<WebSession> session;

	private volatile @Nullable LoginHoldingSession watched;

	LoginHoldingExchange(ServerWebExchange delegate, LoginStore logins, LoginKeys keys) {
		super(delegate);
		this.logins = logins;
		this.session = delegate.getSession().map((held) -> watch(held, keys)).cache();
	}

	private WebSession watch(WebSession held, LoginKeys keys) {
		LoginHoldingSession result = new LoginHoldingSession(held, this.logins, keys);
		this.watched = result;
		return result;
	}

	@Override
	public Mono<WebSession> getSession() {
		return this.session;
	}

	void endLoginsThatAreGone() {
		LoginHoldingSession held = this.watched;
		if (held != null) {
			held.gone().forEach(held.holdsLogin() ? this.logins::replaced : this.logins::end);
		}
	}

}
