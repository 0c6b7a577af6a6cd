package io.videoplatform.samples.localplatform.authorization;

import io.videoplatform.samples.localplatform.LocalPlatformProperties;

import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;

/**
 * Clients that the authorization server knows: one for each way to get a token.
 */
class Clients {

	private final LocalPlatformProperties properties;

	private final PasswordEncoder passwordEncoder;

	Clients(LocalPlatformProperties properties, PasswordEncoder passwordEncoder) {
		this.properties = properties;
		this.passwordEncoder = passwordEncoder;
	}

	RegisteredClientRepository repository() {
		return new InMemoryRegisteredClientRepository(anonymous(), service(), web(), browser());
	}

	private RegisteredClient anonymous() {
		return client("anonymous").clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
			.authorizationGrantType(PasswordGrantToken.GRANT_TYPE)
			.authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN)
			.build();
	}

	private RegisteredClient service() {
		return confidentialClient("platform-service", "service-secret")
			.authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
			.build();
	}

	private RegisteredClient web() {
		return login(confidentialClient("platform-web", "web-secret"));
	}

	private RegisteredClient browser() {
		return login(client("platform-browser").clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
			.authorizationGrantType(ImplicitGrantToken.GRANT_TYPE));
	}

	private RegisteredClient login(RegisteredClient.Builder client) {
		return client.authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
			.authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN)
			.redirectUris((uris) -> uris.addAll(this.properties.redirectUris()))
			.postLogoutRedirectUris((uris) -> uris.addAll(this.properties.postLogoutRedirectUris()))
			.build();
	}

	private RegisteredClient.Builder confidentialClient(String clientId, String secret) {
		return client(clientId).clientSecret(this.passwordEncoder.encode(secret))
			.clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
			.clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_POST);
	}

	private RegisteredClient.Builder client(String clientId) {
		return RegisteredClient.withId(clientId)
			.clientId(clientId)
			.scope(OidcScopes.OPENID)
			.scope(OidcScopes.PROFILE)
			.tokenSettings(tokenSettings());
	}

	private TokenSettings tokenSettings() {
		return TokenSettings.builder()
			.accessTokenTimeToLive(this.properties.accessTokenLifetime())
			.refreshTokenTimeToLive(this.properties.refreshTokenLifetime())
			.reuseRefreshTokens(false)
			.build();
	}

}
