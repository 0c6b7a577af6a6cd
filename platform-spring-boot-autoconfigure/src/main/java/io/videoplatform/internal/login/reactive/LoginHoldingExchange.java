package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.login.LoginTokenRepository;
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

	private final LoginTokenRepository logins;

	private final Mono<WebSession> session;

	private volatile @Nullable LoginWebSession watched;

	LoginHoldingExchange(ServerWebExchange delegate, LoginTokenRepository logins, LoginResolver keys) {
		super(delegate);
		this.logins = logins;
		this.session = delegate.getSession().map((held) -> watch(held, keys)).cache();
	}

	private WebSession watch(WebSession held, LoginResolver keys) {
		LoginWebSession result = new LoginWebSession(held, this.logins, keys);
		this.watched = result;
		return result;
	}

	@Override
	public Mono<WebSession> getSession() {
		return this.session;
	}

	void endLoginsThatAreGone() {
		LoginWebSession held = this.watched;
		if (held != null) {
			held.gone().forEach(held.holdsLogin() ? this.logins::replaced : this.logins::end);
		}
	}

}
