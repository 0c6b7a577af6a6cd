package io.videoplatform.internal.login.servlet;

import io.videoplatform.PlatformException;
import io.videoplatform.internal.login.LoginResolver;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/**
 * Sends a user who has logged out to the provider, to end the session there too (OpenID
 * Connect RP-Initiated Logout 1.0). The ID token goes only to the issuer that it came
 * from; while that cannot be discovered the user is logged out of the application alone.
 */
public final class RpInitiatedLogoutSuccessHandler extends OidcClientInitiatedLogoutSuccessHandler {

	private static final Log logger = LogFactory.getLog(RpInitiatedLogoutSuccessHandler.class);

	private final ClientRegistrationRepository repository;

	private final LoginResolver logins;

	/**
	 * Create a new instance.
	 * @param repository all registrations
	 * @param logins finds the login of an authentication
	 * @param redirectUri where the provider sends the user afterwards
	 */
	public RpInitiatedLogoutSuccessHandler(ClientRegistrationRepository repository, LoginResolver logins,
			String redirectUri) {
		super(repository);
		this.repository = repository;
		this.logins = logins;
		setPostLogoutRedirectUri(redirectUri);
		setDefaultTargetUrl("/login?logout");
	}

	@Override
	protected String determineTargetUrl(HttpServletRequest request, HttpServletResponse response,
			@Nullable Authentication authentication) {
		return super.determineTargetUrl(request, response, isAtIssuer(authentication) ? authentication : null);
	}

	private boolean isAtIssuer(@Nullable Authentication authentication) {
		String registrationId = this.logins.registrationOf(authentication);
		try {
			return registrationId != null
					&& this.logins.isIssuer(authentication, this.repository.findByRegistrationId(registrationId));
		}
		catch (PlatformException ex) {
			logger.warn("A user was logged out of the application only: " + ex.getMessage());
			return false;
		}
	}

}
