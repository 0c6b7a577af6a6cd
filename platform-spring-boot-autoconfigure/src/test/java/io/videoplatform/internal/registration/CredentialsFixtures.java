package io.videoplatform.internal.registration;

import java.util.Map;
import java.util.Set;

import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.registration.ClientCredentials.Appearance;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * Credentials as properties would have brought them.
 */
public final class CredentialsFixtures {

	private CredentialsFixtures() {
	}

	/**
	 * Return the credentials of a client that inherits nothing and authenticates by its
	 * secret, if it has one.
	 */
	public static ClientCredentials of(String name, AuthorizationGrantType grantType, String clientId,
			@Nullable String clientSecret, @Nullable String username, @Nullable String password, Set<String> scopes) {
		ClientPropertyNames properties = ClientPropertyNames.of(ClientPropertyNames.prefixOf(name));
		return new ClientCredentials(name, grantType, clientId, clientSecret, username, password, scopes,
				new Appearance(properties, name, ClientCredentials.REDIRECT_URI), ClientAuthentication.DEFAULT,
				Map.of());
	}

}
