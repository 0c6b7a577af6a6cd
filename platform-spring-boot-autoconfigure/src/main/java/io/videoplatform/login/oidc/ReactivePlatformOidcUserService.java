package io.videoplatform.login.oidc;

import java.time.Clock;
import java.util.function.Function;
import java.util.function.Predicate;

import io.videoplatform.PlatformEvent;
import io.videoplatform.transport.BoundedExchange;
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
	 * @param exchanges gives what sends the UserInfo requests of a registration
	 * @param clock the clock
	 * @param events is told of refused logins
	 * @param ours tells the platform's registrations from others
	 */
	public ReactivePlatformOidcUserService(Function<ClientRegistration, BoundedExchange> exchanges, Clock clock,
			PlatformEvent.Listener events, Predicate<ClientRegistration> ours) {
		this.ours = ours;
		this.claims = new UserClaims(exchanges, clock, events);
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
