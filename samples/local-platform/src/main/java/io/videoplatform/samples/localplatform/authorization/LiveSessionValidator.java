package io.videoplatform.samples.localplatform.authorization;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/**
 * Check that an access token was not revoked, neither alone nor with its session. A
 * refresh revokes nothing: the old access token lives until it expires.
 */
class LiveSessionValidator implements OAuth2TokenValidator<Jwt> {

	private static final OAuth2Error REVOKED = new OAuth2Error(OAuth2ErrorCodes.INVALID_TOKEN, "The token was revoked",
			"https://www.rfc-editor.org/rfc/rfc6750#section-3.1");

	private final OAuth2AuthorizationService sessions;

	LiveSessionValidator(OAuth2AuthorizationService sessions) {
		this.sessions = sessions;
	}

	@Override
	public OAuth2TokenValidatorResult validate(Jwt jwt) {
		OAuth2Authorization session = session(jwt);
		if (session == null || Sessions.isOver(session) || isTokenRevoked(session, jwt)) {
			return OAuth2TokenValidatorResult.failure(REVOKED);
		}
		return OAuth2TokenValidatorResult.success();
	}

	private @Nullable OAuth2Authorization session(Jwt jwt) {
		String id = jwt.getClaimAsString(AccessTokens.SESSION_CLAIM);
		return (id != null) ? this.sessions.findById(id)
				: this.sessions.findByToken(jwt.getTokenValue(), OAuth2TokenType.ACCESS_TOKEN);
	}

	private boolean isTokenRevoked(OAuth2Authorization session, Jwt jwt) {
		OAuth2Authorization.Token<OAuth2Token> token = session.getToken(jwt.getTokenValue());
		return token != null && token.isInvalidated();
	}

}
