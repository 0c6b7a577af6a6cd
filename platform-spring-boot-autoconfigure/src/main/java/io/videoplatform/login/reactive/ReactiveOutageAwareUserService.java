package io.videoplatform.login.reactive;

import io.videoplatform.login.LoginUnavailableException;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.userinfo.ReactiveOAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Lets an outage pass that Spring Security would take for a refused user, and marks what
 * was refused.
 */
public final class ReactiveOutageAwareUserService implements ReactiveOAuth2UserService<OidcUserRequest, OidcUser> {

	private final ReactiveOAuth2UserService<OidcUserRequest, OidcUser> users;

	/**
	 * Create a new instance.
	 * @param users loads users
	 */
	public ReactiveOutageAwareUserService(ReactiveOAuth2UserService<OidcUserRequest, OidcUser> users) {
		this.users = users;
	}

	@Override
	public Mono<OidcUser> loadUser(OidcUserRequest request) {
		return this.users.loadUser(request).onErrorResume(OAuth2AuthenticationException.class, (ex) -> {
			LoginUnavailableException outage = LoginUnavailableException.in(ex);
			return (outage != null) ? Mono.error(outage) : ToldRefusal.marked(ex);
		});
	}

}
