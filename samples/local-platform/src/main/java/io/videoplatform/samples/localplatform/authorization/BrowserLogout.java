package io.videoplatform.samples.localplatform.authorization;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.server.authorization.oidc.authentication.OidcLogoutAuthenticationToken;
import org.springframework.security.web.authentication.logout.LogoutHandler;
import org.springframework.security.web.authentication.logout.SecurityContextLogoutHandler;

/**
 * Logout that a client requests (OpenID Connect RP-Initiated Logout 1.0): the browser has
 * to log in again, and the tokens of all clients that it had logged in to are refused.
 * Other browsers of the same account go on.
 */
class BrowserLogout implements LogoutHandler {

	private final LogoutHandler browser = new SecurityContextLogoutHandler();

	private final Sessions sessions;

	BrowserLogout(Sessions sessions) {
		this.sessions = sessions;
	}

	@Override
	public void logout(HttpServletRequest request, HttpServletResponse response,
			@Nullable Authentication authentication) {
		if (!(authentication instanceof OidcLogoutAuthenticationToken logout)) {
			return;
		}
		OidcIdToken idToken = logout.getIdToken();
		String login = (idToken != null) ? idToken.getClaimAsString(IdTokenClaims.SID) : null;
		if (login != null) {
			this.sessions.endAll(login);
		}
		if (logout.isPrincipalAuthenticated()) {
			this.browser.logout(request, response, (Authentication) logout.getPrincipal());
		}
	}

}
