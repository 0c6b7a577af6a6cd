package io.videoplatform.login.servlet;

import io.videoplatform.login.LoginSessions;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionRegistry;

/**
 * The sessions that a provider may end, as Spring Security asks for them. It learns from
 * the container which of them are gone or have another identifier, in applications too
 * that do not publish such events.
 *
 * @param sessions the sessions
 */
public record LoginSessionRegistry(
		LoginSessions sessions) implements OidcSessionRegistry, HttpSessionListener, HttpSessionIdListener {

	@Override
	public void saveSessionInformation(OidcSessionInformation session) {
		this.sessions.save(session);
	}

	/*
	 * Null if there is none, as the interface says in words and not by an annotation.
	 */
	@Override
	@SuppressWarnings("NullAway")
	public @Nullable OidcSessionInformation removeSessionInformation(String sessionId) {
		return this.sessions.remove(sessionId);
	}

	@Override
	public Iterable<OidcSessionInformation> removeSessionInformation(OidcLogoutToken token) {
		return this.sessions.remove(token);
	}

	@Override
	public void sessionDestroyed(HttpSessionEvent event) {
		this.sessions.remove(event.getSession().getId());
	}

	@Override
	public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
		OidcSessionInformation session = this.sessions.remove(oldSessionId);
		if (session != null) {
			this.sessions.save(session.withSessionId(event.getSession().getId()));
		}
	}

}
