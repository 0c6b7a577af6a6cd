package io.videoplatform.samples.localplatform.authorization;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AccessTokenAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AccessTokenAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.web.authentication.OAuth2AccessTokenResponseAuthenticationSuccessHandler;

/**
 * Responses of the token endpoint, which state the lifetimes of the tokens in seconds:
 * {@code expires_in} and {@code refresh_expires_in}, which is 0 without a refresh token.
 */
final class TokenResponse {

	private TokenResponse() {
	}

	static OAuth2AccessTokenResponseAuthenticationSuccessHandler handler() {
		OAuth2AccessTokenResponseAuthenticationSuccessHandler handler = new OAuth2AccessTokenResponseAuthenticationSuccessHandler();
		handler.setAccessTokenResponseCustomizer(TokenResponse::customize);
		return handler;
	}

	private static void customize(OAuth2AccessTokenAuthenticationContext context) {
		OAuth2AccessTokenAuthenticationToken tokens = context.getAuthentication();
		Map<String, Object> more = new LinkedHashMap<>(tokens.getAdditionalParameters());
		// Spring counts from the time of the response and rounds down, to a second too
		// few
		more.put(OAuth2ParameterNames.EXPIRES_IN, lifetime(tokens.getAccessToken()));
		more.put("refresh_expires_in", lifetime(tokens.getRefreshToken()));
		context.getAccessTokenResponse().additionalParameters(more);
	}

	static long lifetime(@Nullable OAuth2Token token) {
		return (token != null) ? ChronoUnit.SECONDS.between(token.getIssuedAt(), token.getExpiresAt()) : 0;
	}

}
