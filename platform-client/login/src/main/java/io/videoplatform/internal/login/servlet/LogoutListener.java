package io.videoplatform.internal.login.servlet;

import io.videoplatform.internal.login.LoginTokenRepository;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationListener;
import org.springframework.security.authentication.event.LogoutSuccessEvent;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;

/**
 * Ends logins with their session: by a logout, an expiry, or whatever else destroys it. A
 * login ends too when the session holds it no longer, as after a login of another kind.
 * The end of the application is none of these: a container destroys all sessions then,
 * and there is nothing left that could revoke their tokens.
 */
public final class LogoutListener implements HttpSessionListener, HttpSessionAttributeListener,
		ApplicationListener<LogoutSuccessEvent>, DisposableBean {

	private final LoginTokenRepository tokens;

	private volatile boolean closed;

	public LogoutListener(LoginTokenRepository tokens) {
		this.tokens = tokens;
	}

	@Override
	public void sessionDestroyed(HttpSessionEvent event) {
		Object held = event.getSession().getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY);
		if (held instanceof SecurityContext context) {
			sessionEnded(context);
		}
	}

	/**
	 * End the login of a security context whose session has ended.
	 */
	void sessionEnded(SecurityContext held) {
		if (isEnd(held)) {
			this.tokens.end(held.getAuthentication());
		}
	}

	/**
	 * Whether the login of a security context, that the session holds no longer, ends or
	 * is replaced now.
	 */
	private boolean isEnd(SecurityContext before) {
		return !this.closed && !OpenedLogin.isDecidedLater(this.tokens.login(before.getAuthentication()));
	}

	@Override
	public void attributeReplaced(HttpSessionBindingEvent event) {
		if (event.getValue() instanceof SecurityContext before && isEnd(before)) {
			Object now = event.getSession().getAttribute(event.getName());
			Authentication after = (now instanceof SecurityContext context) ? context.getAuthentication() : null;
			this.tokens.replace(before.getAuthentication(), after);
		}
	}

	/**
	 * An invalidation removes attributes, too: others cannot be read from the session.
	 */
	@Override
	public void attributeRemoved(HttpSessionBindingEvent event) {
		if (event.getValue() instanceof SecurityContext before && isEnd(before)) {
			this.tokens.end(before.getAuthentication());
		}
	}

	@Override
	public void onApplicationEvent(LogoutSuccessEvent event) {
		this.tokens.end(event.getAuthentication());
	}

	@Override
	public void destroy() {
		this.closed = true;
	}

}
