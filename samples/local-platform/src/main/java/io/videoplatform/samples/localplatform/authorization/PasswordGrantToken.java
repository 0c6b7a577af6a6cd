package io.videoplatform.samples.localplatform.authorization;

import java.util.Map;
import java.util.Set;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationGrantAuthenticationToken;

/**
 * Request for tokens in exchange for an account's name and password (RFC 6749, section
 * 4.3.2).
 */
final class PasswordGrantToken extends OAuth2AuthorizationGrantAuthenticationToken {

	static final AuthorizationGrantType GRANT_TYPE = new AuthorizationGrantType("password");

	private final String username;

	private final String password;

	private final Set<String> scopes;

	PasswordGrantToken(Authentication client, String username, String password, Set<String> scopes) {
		super(GRANT_TYPE, client, Map.of());
		this.username = username;
		this.password = password;
		this.scopes = Set.copyOf(scopes);
	}

	String getUsername() {
		return this.username;
	}

	@Override
	public Object getCredentials() {
		return this.password;
	}

	Set<String> getScopes() {
		return this.scopes;
	}

}
