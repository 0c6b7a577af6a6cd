package io.videoplatform.samples.localplatform.authorization;

import java.security.Principal;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationGrantAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.context.AuthorizationServerContextHolder;
import org.springframework.security.oauth2.server.authorization.token.DefaultOAuth2TokenContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;

/**
 * Session in the making that a grant of this server's own opens: mints its tokens one
 * after the other.
 */
class SessionBuilder {

	private static final OAuth2TokenType ID_TOKEN = new OAuth2TokenType(OidcParameterNames.ID_TOKEN);

	private final OAuth2TokenGenerator<?> generator;

	private final Set<String> scopes;

	private final DefaultOAuth2TokenContext.Builder context;

	private final OAuth2Authorization.Builder session;

	SessionBuilder(OAuth2TokenGenerator<?> generator, RegisteredClient client, Authentication user,
			OAuth2AuthorizationGrantAuthenticationToken grant, Set<String> scopes) {
		this.generator = generator;
		this.scopes = scopes;
		this.session = OAuth2Authorization.withRegisteredClient(client)
			.id(UUID.randomUUID().toString())
			.principalName(user.getName())
			.authorizationGrantType(grant.getGrantType())
			.authorizedScopes(scopes)
			.attribute(Principal.class.getName(), user);
		this.context = DefaultOAuth2TokenContext.builder()
			.registeredClient(client)
			.principal(user)
			.authorizationServerContext(AuthorizationServerContextHolder.getContext())
			.authorizedScopes(scopes)
			.authorizationGrantType(grant.getGrantType())
			.authorizationGrant(grant);
	}

	OAuth2AccessToken addAccessToken() {
		Jwt jwt = generate(OAuth2TokenType.ACCESS_TOKEN, Jwt.class);
		OAuth2AccessToken token = new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, jwt.getTokenValue(),
				jwt.getIssuedAt(), jwt.getExpiresAt(), this.scopes);
		this.session.token(token, (metadata) -> putClaims(metadata, jwt));
		return token;
	}

	OAuth2RefreshToken addRefreshToken() {
		OAuth2RefreshToken token = generate(OAuth2TokenType.REFRESH_TOKEN, OAuth2RefreshToken.class);
		this.session.refreshToken(token);
		return token;
	}

	OidcIdToken addIdToken() {
		Jwt jwt = generate(ID_TOKEN, Jwt.class);
		OidcIdToken token = new OidcIdToken(jwt.getTokenValue(), jwt.getIssuedAt(), jwt.getExpiresAt(),
				jwt.getClaims());
		this.session.token(token, (metadata) -> putClaims(metadata, jwt));
		return token;
	}

	OAuth2Authorization build() {
		return this.session.build();
	}

	private <T extends OAuth2Token> T generate(OAuth2TokenType type, Class<T> tokenClass) {
		OAuth2Token token = this.generator.generate(this.context.tokenType(type).authorization(build()).build());
		if (!tokenClass.isInstance(token)) {
			throw new OAuth2AuthenticationException(OAuth2ErrorCodes.SERVER_ERROR);
		}
		return tokenClass.cast(token);
	}

	private static void putClaims(Map<String, Object> metadata, Jwt jwt) {
		metadata.put(OAuth2Authorization.Token.CLAIMS_METADATA_NAME, jwt.getClaims());
	}

}
