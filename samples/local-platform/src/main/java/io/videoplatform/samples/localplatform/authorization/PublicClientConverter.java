package io.videoplatform.samples.localplatform.authorization;

import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.web.authentication.AuthenticationConverter;

/**
 * Converter of requests in which a public client identifies itself without authentication
 * (RFC 6749, section 3.2.1). It does not handle authorization codes: for these a public
 * client uses PKCE, which Spring Authorization Server checks.
 */
class PublicClientConverter implements AuthenticationConverter {

	@Override
	public @Nullable Authentication convert(HttpServletRequest request) {
		FormParameters parameters = FormParameters.of(request);
		if (isAuthorizationCode(parameters) || hasCredentials(request, parameters)) {
			return null;
		}
		String clientId = parameters.get(OAuth2ParameterNames.CLIENT_ID);
		if (clientId == null) {
			return null;
		}
		return new OAuth2ClientAuthenticationToken(clientId, ClientAuthenticationMethod.NONE, null,
				Map.of(PublicClientProvider.WITHOUT_PROOF, true));
	}

	private boolean isAuthorizationCode(FormParameters parameters) {
		return AuthorizationGrantType.AUTHORIZATION_CODE.getValue()
			.equals(parameters.get(OAuth2ParameterNames.GRANT_TYPE));
	}

	private boolean hasCredentials(HttpServletRequest request, FormParameters parameters) {
		return request.getHeader(HttpHeaders.AUTHORIZATION) != null
				|| parameters.has(OAuth2ParameterNames.CLIENT_SECRET)
				|| parameters.has(OAuth2ParameterNames.CLIENT_ASSERTION);
	}

}
