package io.videoplatform.internal.login;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;

import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.GrantedTokens;

import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;

/**
 * Converts tokens to what Spring Security takes from a token endpoint.
 */
final class AccessTokenResponseConverter {

	private AccessTokenResponseConverter() {
	}

	static OAuth2AccessTokenResponse convert(GrantedTokens grant, Clock clock, Map<String, Object> additional) {
		AccessToken token = grant.accessToken();
		long seconds = Math.max(1, Duration.between(clock.instant(), token.expiresAt()).toSeconds());
		return OAuth2AccessTokenResponse.withToken(token.value())
			.tokenType(OAuth2AccessToken.TokenType.BEARER)
			.expiresIn(seconds)
			.scopes(token.scopes())
			.refreshToken(grant.refreshTokenValue())
			.additionalParameters(additional)
			.build();
	}

}
