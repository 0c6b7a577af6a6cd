package io.videoplatform.internal.login.servlet;

import java.util.Enumeration;
import java.util.List;

import io.videoplatform.internal.login.LoginSessionRegistry;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * A session of Spring Session that ends the logins it holds when it is invalidated, or
 * holds them no longer: a container reports that of its own sessions.
 */
final class LoginHttpSession implements HttpSession {

	private final HttpSession session;

	private final LogoutListener logouts;

	private final @Nullable LoginSessionRegistry sessions;

	/**
	 * Create a new instance.
	 * @param session the session
	 * @param logouts ends logins
	 * @param sessions the sessions that the provider may end, if it may
	 */
	LoginHttpSession(HttpSession session, LogoutListener logouts, @Nullable LoginSessionRegistry sessions) {
		this.session = session;
		this.logouts = logouts;
		this.sessions = sessions;
	}

	boolean isOf(HttpSession session) {
		return this.session == session;
	}

	@Override
	public void invalidate() {
		List<SecurityContext> held = SessionSecurityContexts.of(this);
		try {
			this.session.invalidate();
		}
		finally {
			held.forEach(this::ended);
		}
	}

	/**
	 * Leave a session that is deleted. Its logins have ended.
	 */
	void leave() {
		try {
			this.session.invalidate();
		}
		catch (IllegalStateException ex) {
			// The request has invalidated it
		}
	}

	private void ended(SecurityContext context) {
		this.logouts.sessionEnded(context);
		Authentication held = context.getAuthentication();
		if (this.sessions != null && held != null && held.getPrincipal() instanceof OidcUser user) {
			this.sessions.remove(getId(), user);
		}
	}

	@Override
	public void setAttribute(String name, @Nullable Object value) {
		Object before = getAttribute(name);
		this.session.setAttribute(name, value);
		this.logouts.attributeReplaced(new HttpSessionBindingEvent(this, name, before));
	}

	@Override
	public void removeAttribute(String name) {
		Object before = getAttribute(name);
		this.session.removeAttribute(name);
		this.logouts.attributeRemoved(new HttpSessionBindingEvent(this, name, before));
	}

	@Override
	public @Nullable Object getAttribute(String name) {
		return this.session.getAttribute(name);
	}

	@Override
	public Enumeration<String> getAttributeNames() {
		return this.session.getAttributeNames();
	}

	@Override
	public String getId() {
		return this.session.getId();
	}

	@Override
	public boolean isNew() {
		return this.session.isNew();
	}

	@Override
	public long getCreationTime() {
		return this.session.getCreationTime();
	}

	@Override
	public long getLastAccessedTime() {
		return this.session.getLastAccessedTime();
	}

	@Override
	public void setMaxInactiveInterval(int interval) {
		this.session.setMaxInactiveInterval(interval);
	}

	@Override
	public int getMaxInactiveInterval() {
		return this.session.getMaxInactiveInterval();
	}

	@Override
	public ServletContext getServletContext() {
		return this.session.getServletContext();
	}

	@Override
	public Accessor getAccessor() {
		return this.session.getAccessor();
	}

}
