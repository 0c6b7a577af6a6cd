package io.videoplatform.login.reactive;

import io.videoplatform.login.LoginStore;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.server.session.InMemoryReactiveOidcSessionRegistry;
import org.springframework.security.oauth2.client.oidc.server.session.ReactiveOidcSessionRegistry;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;

/**
 * Knows which session of the application belongs to which session at the provider, for
 * OpenID Connect Back-Channel Logout 1.0. A logout token ends the logins at once, before
 * Spring Security ends the sessions that hold them.
 */
public final class ReactiveLoginSessionRegistry implements ReactiveOidcSessionRegistry {

	private final ReactiveOidcSessionRegistry sessions = new InMemoryReactiveOidcSessionRegistry();

	private final LoginStore logins;

	/**
	 * Create a new instance.
	 * @param logins the tokens of logins
	 */
	public ReactiveLoginSessionRegistry(LoginStore logins) {
		this.logins = logins;
	}

	@Override
	public Mono<Void> saveSessionInformation(OidcSessionInformation info) {
		return this.sessions.saveSessionInformation(info);
	}

	@Override
	public Mono<OidcSessionInformation> removeSessionInformation(String clientSessionId) {
		return this.sessions.removeSessionInformation(clientSessionId);
	}

	@Override
	public Flux<OidcSessionInformation> removeSessionInformation(OidcLogoutToken logoutToken) {
		return this.sessions.removeSessionInformation(logoutToken)
			.doOnNext((session) -> this.logins.endedByProvider(session.getPrincipal()));
	}

}
