package io.videoplatform.internal.login.servlet;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.internal.login.LoginSessionRegistry;
import io.videoplatform.internal.login.LoginUnavailableException;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationListener;
import org.springframework.security.authentication.event.InteractiveAuthenticationSuccessEvent;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionRegistry;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * The sessions that a provider may end, as Spring Security looks them up. It learns from
 * the container which sessions there are, and which are gone or have another identifier,
 * in applications too that do not publish such events.
 */
public final class PlatformOidcSessionRegistry implements OidcSessionRegistry, HttpSessionListener,
		HttpSessionIdListener, ApplicationListener<InteractiveAuthenticationSuccessEvent> {

	private final LoginSessionRegistry sessions;

	private final Map<String, WeakReference<HttpSession>> containerSessions = new ConcurrentHashMap<>();

	/**
	 * Create a new instance.
	 * @param sessions the sessions
	 */
	public PlatformOidcSessionRegistry(LoginSessionRegistry sessions) {
		this.sessions = sessions;
	}

	/**
	 * The tokens of the login are held by now. If it is refused, the session may go on
	 * with the login that it has held until now.
	 */
	@Override
	public void saveSessionInformation(OidcSessionInformation session) {
		try {
			ServletLoginAdapter.WAIT.on(this.sessions.save(session).onErrorMap(LoginUnavailableException::notStored));
		}
		catch (RuntimeException ex) {
			// The provider could not end it
			this.sessions.refuse(session);
			OpenedLogin.end();
			throw ex;
		}
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

	/**
	 * Return the container's session.
	 * @return the session, or {@code null} if the container has not reported it, as where
	 * sessions are in a store
	 */
	@Nullable HttpSession containerSession(String sessionId) {
		WeakReference<HttpSession> session = this.containerSessions.get(sessionId);
		return (session != null) ? session.get() : null;
	}

	/**
	 * What Spring Session reports is no session that can be invalidated.
	 */
	@Override
	public void sessionCreated(HttpSessionEvent event) {
		if (this.sessions.usesRepository()) {
			return;
		}
		this.containerSessions.put(event.getSession().getId(), new WeakReference<>(event.getSession()));
	}

	@Override
	public void sessionDestroyed(HttpSessionEvent event) {
		this.containerSessions.remove(event.getSession().getId());
		this.sessions.remove(event.getSession().getId());
	}

	/**
	 * The session holds the login by now, and no other. Spring Security has saved no
	 * session that did not exist before.
	 */
	@Override
	public void onApplicationEvent(InteractiveAuthenticationSuccessEvent event) {
		if (event.getAuthentication().getPrincipal() instanceof OidcUser user
				&& RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current) {
			HttpSession session = current.getRequest().getSession(false);
			if (session != null) {
				loggedIn(session, user);
			}
		}
	}

	private void loggedIn(HttpSession session, OidcUser user) {
		try {
			ServletLoginAdapter.WAIT
				.on(this.sessions.loggedIn(session.getId(), user).onErrorMap(LoginUnavailableException::notStored));
		}
		catch (RuntimeException ex) {
			// The provider could not end it
			this.sessions.remove(session.getId());
			this.sessions.refuse(new OidcSessionInformation(session.getId(), Map.of(), user));
			OpenedLogin.end();
			session.invalidate();
			throw ex;
		}
	}

	@Override
	public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
		sessionCreated(event);
		this.containerSessions.remove(oldSessionId);
		// Other nodes cannot end a session of the container: the store may fail
		this.sessions.idChanged(oldSessionId, event.getSession().getId());
	}

}
