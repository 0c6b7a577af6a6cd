package io.videoplatform.internal.login.servlet;

import io.videoplatform.PlatformException;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.token.login.LoginKey;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/**
 * Sends a user who has logged out to the provider, to end the session there too (OpenID
 * Connect RP-Initiated Logout 1.0). The ID token goes only to the issuer that it came
 * from; while that cannot be discovered the user is logged out of the application alone.
 */
public final class RpInitiatedLogoutSuccessHandler extends OidcClientInitiatedLogoutSuccessHandler {

	private static final Log logger = LogFactory.getLog(RpInitiatedLogoutSuccessHandler.class);

	private final ClientRegistrationRepository repository;

	private final LoginResolver keys;

	/**
	 * Create a new instance.
	 * @param repository all registrations
	 * @param keys tells of which login an authentication is
	 * @param redirectUri where the provider sends the user afterwards
	 */
	public RpInitiatedLogoutSuccessHandler(ClientRegistrationRepository repository, LoginResolver keys,
			String redirectUri) {
		super(repository);
		this.repository = repository;
		this.keys = keys;
		setPostLogoutRedirectUri(redirectUri);
		setDefaultTargetUrl("/login?logout");
	}

	@Override
	protected String determineTargetUrl(HttpServletRequest request, HttpServletResponse response,
			@Nullable Authentication authentication) {
		LoginKey login = this.keys.of(authentication);
		if (login == null || authentication == null || !isAtIssuer(login, authentication)) {
			return super.determineTargetUrl(request, response, null);
		}
		return super.determineTargetUrl(request, response, authentication);
	}

	private boolean isAtIssuer(LoginKey login, Authentication authentication) {
		try {
			ClientRegistration current = this.repository
				.findByRegistrationId((authentication instanceof OAuth2AuthenticationToken token)
						? token.getAuthorizedClientRegistrationId() : login.client());
			return current != null && login.issuer().equals(current.getProviderDetails().getIssuerUri());
		}
		catch (PlatformException ex) {
			logger.warn("A user was logged out of the application only: " + ex.getMessage());
			return false;
		}
	}

}
