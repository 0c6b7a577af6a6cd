package io.videoplatform.internal.login.servlet;

import io.videoplatform.internal.login.logout.LoginSessionRegistry;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationListener;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionRegistry;
import org.springframework.security.web.authentication.session.SessionFixationProtectionEvent;

/**
 * The sessions that a provider may end, as Spring Security looks them up. It learns from
 * the container which are gone, in applications too that do not publish such events, and
 * from Spring Security which have another identifier.
 *
 * @param sessions the sessions
 */
public record PlatformOidcSessionRegistry(LoginSessionRegistry sessions)
		implements
			OidcSessionRegistry,
			HttpSessionListener,
			ApplicationListener<SessionFixationProtectionEvent> {

	@Override
	public void saveSessionInformation(OidcSessionInformation session) {
		ServletLoginAdapter.WAIT.on(this.sessions.save(session).onErrorMap(LoginUnavailableException::notStored));
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
	public void onApplicationEvent(SessionFixationProtectionEvent event) {
		this.sessions.idChanged(event.getOldSessionId(), event.getNewSessionId(), event.getAuthentication());
	}

	@Override
	public void sessionDestroyed(HttpSessionEvent event) {
		this.sessions.remove(event.getSession().getId());
	}

}
