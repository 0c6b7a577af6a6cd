package io.videoplatform.it.login.application;

import java.util.Objects;

import io.videoplatform.it.keycloak.Fingerprint;

import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Who is logged in.
 */
record Me(String issuer, String subject, String name, String session) {

	static Me of(OidcUser user, String sessionId) {
		return new Me(user.getIssuer().toString(), user.getSubject(),
				Objects.requireNonNull(user.getPreferredUsername()), Fingerprint.of(sessionId));
	}

}
