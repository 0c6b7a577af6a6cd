package io.videoplatform.samples.localplatform.authorization;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.web.authentication.AuthenticationConverter;
import org.springframework.util.StringUtils;

/**
 * Converter of token requests with the grant type {@code password}.
 */
class PasswordGrantConverter implements AuthenticationConverter {

	@Override
	public @Nullable Authentication convert(HttpServletRequest request) {
		FormParameters parameters = FormParameters.of(request);
		if (!PasswordGrantToken.GRANT_TYPE.getValue().equals(parameters.get(OAuth2ParameterNames.GRANT_TYPE))) {
			return null;
		}
		Authentication client = SecurityContextHolder.getContext().getAuthentication();
		if (client == null) {
			throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
		}
		return new PasswordGrantToken(client, parameters.require("username"), parameters.require("password"),
				scopes(parameters));
	}

	private Set<String> scopes(FormParameters parameters) {
		String scope = parameters.get(OAuth2ParameterNames.SCOPE);
		return new LinkedHashSet<>(List.of(StringUtils.tokenizeToStringArray(scope, " ")));
	}

}
