package io.videoplatform.samples.localplatform.authorization;

import java.util.function.Consumer;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationEndpointConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OidcConfigurer;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationException;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationValidator;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.oidc.authentication.OidcLogoutAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.oidc.authentication.OidcLogoutAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.oidc.authentication.OidcLogoutAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.oidc.web.authentication.OidcLogoutAuthenticationSuccessHandler;
import org.springframework.util.StringUtils;

/**
 * Endpoints that a browser comes to: where a login begins, where it ends, and to which
 * addresses they return.
 */
class LoginEndpoints {

	// the address first: only to a known one goes what is wrong with the rest
	private static final Consumer<OAuth2AuthorizationCodeRequestAuthenticationContext> REQUEST_CHECKS = ((Consumer<OAuth2AuthorizationCodeRequestAuthenticationContext>) LoginEndpoints::checkRedirectUri)
		.andThen(OAuth2AuthorizationCodeRequestAuthenticationValidator.DEFAULT_SCOPE_VALIDATOR);

	private final Sessions sessions;

	LoginEndpoints(Sessions sessions) {
		this.sessions = sessions;
	}

	void authorization(OAuth2AuthorizationEndpointConfigurer endpoint) {
		AuthorizationResponses responses = new AuthorizationResponses();
		endpoint.authorizationResponseHandler(responses)
			.errorResponseHandler(responses)
			.authenticationProviders((providers) -> providers.forEach((provider) -> {
				if (provider instanceof OAuth2AuthorizationCodeRequestAuthenticationProvider codes) {
					codes.setAuthenticationValidator(REQUEST_CHECKS);
				}
			}));
	}

	void oidc(OidcConfigurer oidc) {
		OidcLogoutAuthenticationSuccessHandler response = new OidcLogoutAuthenticationSuccessHandler();
		response.setLogoutHandler(new BrowserLogout(this.sessions));
		oidc.userInfoEndpoint((endpoint) -> endpoint.userInfoMapper(IdTokenClaims::userInfo))
			.logoutEndpoint((endpoint) -> endpoint.logoutResponseHandler(response)
				.authenticationProviders((providers) -> providers.forEach((provider) -> {
					if (provider instanceof OidcLogoutAuthenticationProvider logouts) {
						logouts.setAuthenticationValidator(LoginEndpoints::checkPostLogoutRedirectUri);
					}
				})));
	}

	/**
	 * Return whether no page may be shown (OpenID Connect Core 1.0, section 3.1.2.1): the
	 * response to such a request is an error instead of a login page.
	 */
	static boolean requestsNoPage(HttpServletRequest request) {
		return request.getRequestURI().equals(Realm.AUTHORIZATION_PATH)
				&& "none".equals(request.getParameter("prompt"));
	}

	private static void checkRedirectUri(OAuth2AuthorizationCodeRequestAuthenticationContext context) {
		OAuth2AuthorizationCodeRequestAuthenticationToken request = context.getAuthentication();
		RegisteredClient client = context.getRegisteredClient();
		if (!ReturnAddresses.of(client.getRedirectUris()).include(request.getRedirectUri())) {
			throw new OAuth2AuthorizationCodeRequestAuthenticationException(
					invalid("The client has not registered this redirect_uri"), null);
		}
	}

	private static void checkPostLogoutRedirectUri(OidcLogoutAuthenticationContext context) {
		OidcLogoutAuthenticationToken request = context.getAuthentication();
		RegisteredClient client = context.getRegisteredClient();
		String address = request.getPostLogoutRedirectUri();
		if (StringUtils.hasText(address) && !ReturnAddresses.of(client.getPostLogoutRedirectUris()).include(address)) {
			throw new OAuth2AuthenticationException(
					invalid("The client has not registered this post_logout_redirect_uri"));
		}
	}

	private static OAuth2Error invalid(String description) {
		return new OAuth2Error(OAuth2ErrorCodes.INVALID_REQUEST, description, null);
	}

}
