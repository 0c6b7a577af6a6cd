package io.videoplatform.samples.localplatform.authorization;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AccessTokenAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AccessTokenAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.web.authentication.OAuth2AccessTokenResponseAuthenticationSuccessHandler;

/**
 * Answers of the token endpoint, which say for how long a refresh token lives:
 * {@code refresh_expires_in} in seconds, 0 without a refresh token.
 */
final class TokenAnswer {

	private TokenAnswer() {
	}

	static OAuth2AccessTokenResponseAuthenticationSuccessHandler handler() {
		OAuth2AccessTokenResponseAuthenticationSuccessHandler handler = new OAuth2AccessTokenResponseAuthenticationSuccessHandler();
		handler.setAccessTokenResponseCustomizer(TokenAnswer::customize);
		return handler;
	}

	private static void customize(OAuth2AccessTokenAuthenticationContext context) {
		OAuth2AccessTokenAuthenticationToken tokens = context.getAuthentication();
		Map<String, Object> more = new LinkedHashMap<>(tokens.getAdditionalParameters());
		more.put("refresh_expires_in", lifetime(tokens.getRefreshToken()));
		context.getAccessTokenResponse().additionalParameters(more);
	}

	private static long lifetime(@Nullable OAuth2RefreshToken token) {
		return (token != null) ? ChronoUnit.SECONDS.between(token.getIssuedAt(), token.getExpiresAt()) : 0;
	}

}
