package io.videoplatform.samples.localplatform.authorization;

import java.util.Map;
import java.util.Set;

import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AccessTokenAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;

/**
 * Provider that checks an account's name and password and responds with tokens (RFC 6749,
 * section 4.3). A wrong password is an {@code invalid_grant}.
 */
class PasswordGrantProvider implements AuthenticationProvider {

	private final AuthenticationManager accounts;

	private final OAuth2AuthorizationService sessions;

	private final OAuth2TokenGenerator<?> generator;

	PasswordGrantProvider(AuthenticationManager accounts, OAuth2AuthorizationService sessions,
			OAuth2TokenGenerator<?> generator) {
		this.accounts = accounts;
		this.sessions = sessions;
		this.generator = generator;
	}

	@Override
	public Authentication authenticate(Authentication authentication) {
		PasswordGrantToken grant = (PasswordGrantToken) authentication;
		if (!(grant.getPrincipal() instanceof OAuth2ClientAuthenticationToken client)) {
			throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
		}
		RegisteredClient registered = client.getRegisteredClient();
		if (registered == null) {
			throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
		}
		checkAllowed(registered, grant.getScopes());
		SessionBuilder session = new SessionBuilder(this.generator, registered, login(grant), grant, grant.getScopes());
		return tokens(registered, client, session, grant.getScopes());
	}

	private void checkAllowed(RegisteredClient client, Set<String> scopes) {
		if (!client.getAuthorizationGrantTypes().contains(PasswordGrantToken.GRANT_TYPE)) {
			throw new OAuth2AuthenticationException(OAuth2ErrorCodes.UNAUTHORIZED_CLIENT);
		}
		if (!client.getScopes().containsAll(scopes)) {
			throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_SCOPE);
		}
	}

	private Authentication login(PasswordGrantToken grant) {
		try {
			return this.accounts.authenticate(
					UsernamePasswordAuthenticationToken.unauthenticated(grant.getUsername(), grant.getCredentials()));
		}
		catch (AuthenticationException ex) {
			OAuth2Error error = new OAuth2Error(OAuth2ErrorCodes.INVALID_GRANT, "Invalid user credentials", null);
			throw new OAuth2AuthenticationException(error, ex);
		}
	}

	private Authentication tokens(RegisteredClient registered, Authentication client, SessionBuilder session,
			Set<String> scopes) {
		OAuth2AccessToken accessToken = session.addAccessToken();
		OAuth2RefreshToken refreshToken = session.addRefreshToken();
		Map<String, Object> more = scopes.contains(OidcScopes.OPENID)
				? Map.of(OidcParameterNames.ID_TOKEN, session.addIdToken().getTokenValue()) : Map.of();
		this.sessions.save(session.build());
		return new OAuth2AccessTokenAuthenticationToken(registered, client, accessToken, refreshToken, more);
	}

	@Override
	public boolean supports(Class<?> authentication) {
		return PasswordGrantToken.class.isAssignableFrom(authentication);
	}

}
