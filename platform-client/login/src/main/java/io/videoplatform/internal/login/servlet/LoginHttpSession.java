package io.videoplatform.internal.login.servlet;

import java.util.Enumeration;
import java.util.List;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.context.SecurityContext;

/**
 * A session of Spring Session that ends the logins it holds when it is invalidated, or
 * holds them no longer: a container reports that of its own sessions.
 */
final class LoginHttpSession implements HttpSession {

	private final HttpSession session;

	private final LogoutListener logouts;

	/**
	 * Create a new instance.
	 * @param session the session
	 * @param logouts ends logins
	 */
	LoginHttpSession(HttpSession session, LogoutListener logouts) {
		this.session = session;
		this.logouts = logouts;
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
			held.forEach(this.logouts::sessionEnded);
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
