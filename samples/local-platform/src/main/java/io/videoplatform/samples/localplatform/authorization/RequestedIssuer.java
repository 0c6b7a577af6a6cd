package io.videoplatform.samples.localplatform.authorization;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.security.oauth2.server.authorization.context.AuthorizationServerContext;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * The issuer by whose address a browser came. Spring finds it by itself for the endpoints
 * that are Spring's.
 *
 * @param getIssuer its URL
 */
record RequestedIssuer(String getIssuer) implements AuthorizationServerContext {

	static RequestedIssuer of(HttpServletRequest request) {
		return new RequestedIssuer(ServletUriComponentsBuilder.fromContextPath(request).path(Realm.PATH).toUriString());
	}

	@Override
	public AuthorizationServerSettings getAuthorizationServerSettings() {
		return AuthorizationServerSettings.builder().issuer(this.getIssuer).build();
	}

}
