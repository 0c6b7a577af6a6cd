package io.videoplatform.internal.login;

import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;

/**
 * The mark of a session that the provider has ended. It stays a mark when the session
 * gets another identifier.
 */
final class EndedSession extends OidcSessionInformation {

	private static final long serialVersionUID = 1L;

	EndedSession(OidcSessionInformation session, String sessionId) {
		super(sessionId, session.getAuthorities(), session.getPrincipal());
	}

	@Override
	public OidcSessionInformation withSessionId(String sessionId) {
		return new EndedSession(this, sessionId);
	}

}
