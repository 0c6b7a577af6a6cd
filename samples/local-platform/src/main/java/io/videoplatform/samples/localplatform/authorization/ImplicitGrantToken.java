package io.videoplatform.samples.localplatform.authorization;

import java.util.Map;
import java.util.Set;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationGrantAuthenticationToken;

/**
 * Request of a browser application with the implicit grant (RFC 6749, section 4.2; OpenID
 * Connect Core 1.0, section 3.2).
 */
final class ImplicitGrantToken extends OAuth2AuthorizationGrantAuthenticationToken {

	static final AuthorizationGrantType GRANT_TYPE = new AuthorizationGrantType("implicit");

	private final Set<String> scopes;

	private final Map<String, Object> idTokenClaims;

	ImplicitGrantToken(Authentication client, Set<String> scopes, Map<String, Object> idTokenClaims) {
		super(GRANT_TYPE, client, Map.of());
		this.scopes = Set.copyOf(scopes);
		this.idTokenClaims = Map.copyOf(idTokenClaims);
	}

	Set<String> getScopes() {
		return this.scopes;
	}

	/**
	 * Return what the ID token says of this request and of the login in this browser.
	 */
	Map<String, Object> getIdTokenClaims() {
		return this.idTokenClaims;
	}

}
