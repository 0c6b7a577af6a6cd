package io.videoplatform.registration;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * What a client of the platform was given: who it is and by which grant it obtains its
 * first token. Its {@code toString()} holds no secret.
 *
 * @param name the name of the client in this application
 * @param grantType the grant of the first token
 * @param clientId the client identifier
 * @param clientSecret the secret of a confidential client
 * @param username the account's user name, for the password grant
 * @param password the account's password, for the password grant
 * @param scopes the scopes to ask for
 */
public record ClientCredentials(String name, AuthorizationGrantType grantType, String clientId,
		@Nullable String clientSecret, @Nullable String username, @Nullable String password, Set<String> scopes) {

	/**
	 * The resource owner password credentials grant (RFC 6749, section 4.3), which Spring
	 * Security names no more.
	 */
	public static final AuthorizationGrantType PASSWORD = new AuthorizationGrantType("password");

	/**
	 * Create a new instance.
	 */
	public ClientCredentials {
		scopes = Set.copyOf(scopes);
	}

	/**
	 * Return whether the first token is obtained by the password grant.
	 * @return whether it is
	 */
	public boolean usesPassword() {
		return PASSWORD.equals(this.grantType);
	}

	@Override
	public String toString() {
		return "ClientCredentials[name=%s, grantType=%s, clientId=%s]".formatted(this.name, this.grantType.getValue(),
				this.clientId);
	}

}
