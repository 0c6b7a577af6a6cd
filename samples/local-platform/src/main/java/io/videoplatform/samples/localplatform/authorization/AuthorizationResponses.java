package io.videoplatform.samples.localplatform.authorization;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationCode;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationException;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationToken;
import org.springframework.security.web.DefaultRedirectStrategy;
import org.springframework.security.web.RedirectStrategy;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.util.StringUtils;

/**
 * Responses of the authorization endpoint. Unlike Spring's own they name the issuer, with
 * a code and with an error (RFC 9207, section 2).
 */
class AuthorizationResponses implements AuthenticationSuccessHandler, AuthenticationFailureHandler {

	private final RedirectStrategy redirects = new DefaultRedirectStrategy();

	@Override
	public void onAuthenticationSuccess(HttpServletRequest request, HttpServletResponse response,
			Authentication authentication) throws IOException {
		OAuth2AuthorizationCodeRequestAuthenticationToken granted = (OAuth2AuthorizationCodeRequestAuthenticationToken) authentication;
		OAuth2AuthorizationCode code = granted.getAuthorizationCode();
		String redirectUri = granted.getRedirectUri();
		if (code == null || redirectUri == null) {
			throw new IllegalStateException("A granted authorization request has no code or no redirect URI");
		}
		AuthorizationResponse redirect = redirect(request, redirectUri).with(OAuth2ParameterNames.CODE,
				code.getTokenValue());
		this.redirects.sendRedirect(request, response, redirect.to(granted.getState()));
	}

	@Override
	public void onAuthenticationFailure(HttpServletRequest request, HttpServletResponse response,
			AuthenticationException exception) throws IOException {
		OAuth2AuthorizationCodeRequestAuthenticationException refusal = (OAuth2AuthorizationCodeRequestAuthenticationException) exception;
		OAuth2AuthorizationCodeRequestAuthenticationToken refused = refusal.getAuthorizationCodeRequestAuthentication();
		OAuth2Error error = refusal.getError();
		String redirectUri = (refused != null) ? refused.getRedirectUri() : null;
		// without a redirect URI that is known to be the client's, only the person is
		// told
		if (refused == null || !StringUtils.hasText(redirectUri)) {
			response.sendError(HttpStatus.BAD_REQUEST.value(), error.toString());
			return;
		}
		this.redirects.sendRedirect(request, response,
				redirect(request, redirectUri).with(error).to(refused.getState()));
	}

	private static AuthorizationResponse redirect(HttpServletRequest request, String redirectUri) {
		return AuthorizationResponse.in(request.getParameter(AuthorizationResponse.RESPONSE_MODE), redirectUri);
	}

}
