package io.videoplatform.token;

import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.ResourceOwnerPasswordCredentialsGrant;
import com.nimbusds.oauth2.sdk.auth.Secret;
import io.videoplatform.registration.ClientCredentials;

import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * The grant by which an application obtains its first token, and the next one when no
 * refresh token lives.
 */
final class FirstGrant {

	private FirstGrant() {
	}

	/**
	 * Return the grant of a client.
	 * @throws IllegalArgumentException if the client has no grant that needs no user
	 */
	static AuthorizationGrant of(ClientCredentials credentials) {
		if (credentials.usesPassword() && credentials.username() != null && credentials.password() != null) {
			return new ResourceOwnerPasswordCredentialsGrant(credentials.username(),
					new Secret(credentials.password()));
		}
		if (AuthorizationGrantType.CLIENT_CREDENTIALS.equals(credentials.grantType())) {
			return new ClientCredentialsGrant();
		}
		throw new IllegalArgumentException("Grant '%s' needs a user".formatted(credentials.grantType().getValue()));
	}

}
