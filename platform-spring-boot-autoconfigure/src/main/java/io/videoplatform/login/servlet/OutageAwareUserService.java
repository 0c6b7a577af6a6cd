package io.videoplatform.login.servlet;

import io.videoplatform.login.LoginUnavailableException;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Lets an outage pass that Spring Security would take for a refused user, and marks what
 * was refused.
 */
public final class OutageAwareUserService implements OAuth2UserService<OidcUserRequest, OidcUser> {

	private final OAuth2UserService<OidcUserRequest, OidcUser> users;

	/**
	 * Create a new instance.
	 * @param users loads the users
	 */
	public OutageAwareUserService(OAuth2UserService<OidcUserRequest, OidcUser> users) {
		this.users = users;
	}

	@Override
	public @Nullable OidcUser loadUser(OidcUserRequest request) {
		try {
			return this.users.loadUser(request);
		}
		catch (OAuth2AuthenticationException ex) {
			LoginUnavailableException outage = LoginUnavailableException.in(ex);
			throw (outage != null) ? outage : ToldRefusal.marked(ex);
		}
	}

}
