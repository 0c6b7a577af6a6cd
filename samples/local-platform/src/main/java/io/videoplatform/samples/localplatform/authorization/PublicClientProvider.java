package io.videoplatform.samples.localplatform.authorization;

import org.jspecify.annotations.Nullable;

import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;

/**
 * Provider that lets a public client in by its name alone.
 */
class PublicClientProvider implements AuthenticationProvider {

	/**
	 * Parameter that distinguishes these requests from those with PKCE.
	 */
	static final String WITHOUT_PROOF = PublicClientProvider.class.getName();

	private final RegisteredClientRepository clients;

	PublicClientProvider(RegisteredClientRepository clients) {
		this.clients = clients;
	}

	@Override
	public @Nullable Authentication authenticate(Authentication authentication) {
		OAuth2ClientAuthenticationToken request = (OAuth2ClientAuthenticationToken) authentication;
		if (!request.getAdditionalParameters().containsKey(WITHOUT_PROOF)) {
			return null;
		}
		RegisteredClient client = this.clients.findByClientId(request.getName());
		if (client == null || !client.getClientAuthenticationMethods().contains(ClientAuthenticationMethod.NONE)) {
			throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
		}
		return new OAuth2ClientAuthenticationToken(client, ClientAuthenticationMethod.NONE, null);
	}

	@Override
	public boolean supports(Class<?> authentication) {
		return OAuth2ClientAuthenticationToken.class.isAssignableFrom(authentication);
	}

}
