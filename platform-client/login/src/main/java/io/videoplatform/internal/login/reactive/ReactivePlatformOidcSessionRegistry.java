package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.logout.LoginSessionRegistry;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.server.session.ReactiveOidcSessionRegistry;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;

/**
 * The sessions that a provider may end, as Spring Security looks them up.
 *
 * @param sessions the sessions
 */
public record ReactivePlatformOidcSessionRegistry(
		LoginSessionRegistry sessions) implements ReactiveOidcSessionRegistry {

	@Override
	public Mono<Void> saveSessionInformation(OidcSessionInformation session) {
		return this.sessions.save(session).onErrorMap(LoginUnavailableException::notStored);
	}

	@Override
	public Mono<OidcSessionInformation> removeSessionInformation(String sessionId) {
		return Mono.fromSupplier(() -> this.sessions.remove(sessionId));
	}

	@Override
	public Flux<OidcSessionInformation> removeSessionInformation(OidcLogoutToken token) {
		return Flux.defer(() -> Flux.fromIterable(this.sessions.remove(token)));
	}

}
