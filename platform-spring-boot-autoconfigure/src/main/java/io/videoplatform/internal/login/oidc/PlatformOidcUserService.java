package io.videoplatform.internal.login.oidc;

import java.util.function.Predicate;

import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Loads users on the servlet stack: for the platform's registrations by Spring Security's
 * own service with a bounded UserInfo request of ours, for all others as Spring Security
 * does. A failure whose cause is an {@link OidcProviderUnavailableException} may pass by
 * itself.
 */
public final class PlatformOidcUserService implements OAuth2UserService<OidcUserRequest, OidcUser> {

	private final Predicate<ClientRegistration> ours;

	private final UserClaims claims;

	private final OidcUserService platform = new OidcUserService();

	private final OidcUserService others = new OidcUserService();

	/**
	 * Create a new instance.
	 * @param verification verifies signed UserInfo responses, and asks for them
	 * @param ours tells the platform's registrations from others
	 */
	public PlatformOidcUserService(IdTokenVerification verification, Predicate<ClientRegistration> ours) {
		this.ours = ours;
		this.claims = new UserClaims(verification);
		this.platform.setRetrieveUserInfo(UserClaims::areOffered);
		this.platform
			.setOauth2UserService((request) -> this.claims.loadWait(request).require(this.claims.load(request)));
	}

	@Override
	public OidcUser loadUser(OidcUserRequest request) throws OAuth2AuthenticationException {
		if (!this.ours.test(request.getClientRegistration())) {
			return this.others.loadUser(request);
		}
		this.claims.checkIdToken(request);
		return this.platform.loadUser(request);
	}

}
