package io.videoplatform.login.servlet;

import io.videoplatform.login.LoginStore;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.InMemoryOidcSessionRegistry;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionRegistry;

/**
 * Knows which session of the application belongs to which session at the provider, for
 * OpenID Connect Back-Channel Logout 1.0. A logout token ends the logins at once, before
 * Spring Security ends the sessions that hold them; and no session is remembered that has
 * ended otherwise.
 */
public final class LoginSessionRegistry implements OidcSessionRegistry, HttpSessionListener, HttpSessionIdListener {

	private final OidcSessionRegistry sessions = new InMemoryOidcSessionRegistry();

	private final LoginStore logins;

	/**
	 * Create a new instance.
	 * @param logins the tokens of logins
	 */
	public LoginSessionRegistry(LoginStore logins) {
		this.logins = logins;
	}

	@Override
	public void saveSessionInformation(OidcSessionInformation info) {
		this.sessions.saveSessionInformation(info);
	}

	@Override
	public @Nullable OidcSessionInformation removeSessionInformation(String clientSessionId) {
		return this.sessions.removeSessionInformation(clientSessionId);
	}

	@Override
	public Iterable<OidcSessionInformation> removeSessionInformation(OidcLogoutToken logoutToken) {
		Iterable<OidcSessionInformation> ended = this.sessions.removeSessionInformation(logoutToken);
		ended.forEach((session) -> this.logins.endedByProvider(session.getPrincipal()));
		return ended;
	}

	@Override
	public void sessionDestroyed(HttpSessionEvent event) {
		removeSessionInformation(event.getSession().getId());
	}

	@Override
	public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
		OidcSessionInformation session = removeSessionInformation(oldSessionId);
		if (session != null) {
			saveSessionInformation(session.withSessionId(event.getSession().getId()));
		}
	}

}
