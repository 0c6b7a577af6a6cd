package io.videoplatform.internal.login.reactive;

import io.videoplatform.PlatformException;
import io.videoplatform.internal.login.LoginResolver;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.oidc.web.server.logout.OidcClientInitiatedServerLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.web.server.WebFilterExchange;
import org.springframework.security.web.server.authentication.logout.RedirectServerLogoutSuccessHandler;
import org.springframework.security.web.server.authentication.logout.ServerLogoutSuccessHandler;

/**
 * Sends a user who has logged out to the provider, to end the session there too (OpenID
 * Connect RP-Initiated Logout 1.0). The ID token goes only to the issuer that it came
 * from; while that cannot be discovered the user is logged out of the application alone.
 */
public final class ServerRpInitiatedLogoutSuccessHandler implements ServerLogoutSuccessHandler {

	private static final Log logger = LogFactory.getLog(ServerRpInitiatedLogoutSuccessHandler.class);

	private final ReactiveClientRegistrationRepository repository;

	private final LoginResolver logins;

	private final OidcClientInitiatedServerLogoutSuccessHandler provider;

	private final ServerLogoutSuccessHandler application = new RedirectServerLogoutSuccessHandler();

	/**
	 * Create a new instance.
	 * @param repository all registrations
	 * @param logins finds the login of an authentication
	 * @param redirectUri where the provider sends the user afterwards
	 */
	public ServerRpInitiatedLogoutSuccessHandler(ReactiveClientRegistrationRepository repository, LoginResolver logins,
			String redirectUri) {
		this.repository = repository;
		this.logins = logins;
		this.provider = new OidcClientInitiatedServerLogoutSuccessHandler(repository);
		this.provider.setPostLogoutRedirectUri(redirectUri);
	}

	@Override
	public Mono<Void> onLogoutSuccess(WebFilterExchange exchange, Authentication authentication) {
		return isAtIssuer(authentication)
			.flatMap((same) -> (same ? this.provider : this.application).onLogoutSuccess(exchange, authentication));
	}

	private Mono<Boolean> isAtIssuer(Authentication authentication) {
		String registrationId = this.logins.registrationOf(authentication);
		return Mono.justOrEmpty(registrationId)
			.flatMap(this.repository::findByRegistrationId)
			.map((current) -> this.logins.isIssuer(authentication, current))
			.onErrorResume(PlatformException.class, (ex) -> {
				logger.warn("A user was logged out of the application only: " + ex.getMessage());
				return Mono.just(false);
			})
			.defaultIfEmpty(false);
	}

}
