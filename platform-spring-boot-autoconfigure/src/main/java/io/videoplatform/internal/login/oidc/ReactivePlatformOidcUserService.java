package io.videoplatform.internal.login.oidc;

import java.util.function.Predicate;

import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.userinfo.OidcReactiveOAuth2UserService;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.userinfo.ReactiveOAuth2UserService;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Loads users on the reactive stack: for the platform's registrations by Spring
 * Security's own service with a bounded UserInfo request of ours, for all others as
 * Spring Security does. A failure whose cause is an
 * {@link OidcProviderUnavailableException} may pass by itself.
 */
public final class ReactivePlatformOidcUserService implements ReactiveOAuth2UserService<OidcUserRequest, OidcUser> {

	private final Predicate<ClientRegistration> ours;

	private final UserClaims claims;

	private final OidcReactiveOAuth2UserService platform = new OidcReactiveOAuth2UserService();

	private final OidcReactiveOAuth2UserService others = new OidcReactiveOAuth2UserService();

	/**
	 * Create a new instance.
	 * @param verification verifies signed UserInfo responses, and asks for them
	 * @param ours tells the platform's registrations from others
	 */
	public ReactivePlatformOidcUserService(IdTokenVerification verification, Predicate<ClientRegistration> ours) {
		this.ours = ours;
		this.claims = new UserClaims(verification);
		this.platform.setRetrieveUserInfo(UserClaims::areOffered);
		this.platform.setOauth2UserService(this.claims::load);
	}

	@Override
	public Mono<OidcUser> loadUser(OidcUserRequest request) {
		if (!this.ours.test(request.getClientRegistration())) {
			return this.others.loadUser(request);
		}
		return Mono.defer(() -> {
			this.claims.checkIdToken(request);
			return this.platform.loadUser(request);
		});
	}

}
