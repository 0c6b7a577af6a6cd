package io.videoplatform.internal.login;

import java.util.function.Function;

import io.videoplatform.PlatformException;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.token.login.LoginKey;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Decides whether a user who has logged out is sent to the provider, to end the session
 * there too (OpenID Connect RP-Initiated Logout 1.0). The ID token goes only to the
 * issuer that it came from; while that cannot be discovered the user is logged out of the
 * application alone.
 *
 * @param logins finds the login of an authentication
 * @param repository all registrations
 */
public record RpInitiatedLogout(LoginResolver logins, Function<String, Mono<ClientRegistration>> repository) {

	private static final Log logger = LogFactory.getLog(RpInitiatedLogout.class);

	/**
	 * Return whether the ID token of an authentication may be sent to the provider.
	 * @param authentication the authentication that has ended
	 * @return whether it is a login at the issuer that its registration has now
	 */
	public Mono<Boolean> isAtIssuer(@Nullable Authentication authentication) {
		LoginKey login = this.logins.of(authentication);
		return Mono.justOrEmpty(this.logins.registrationOf(authentication))
			.flatMap(this.repository)
			.map((current) -> login != null && login.issuer().equals(current.getProviderDetails().getIssuerUri()))
			.onErrorResume(PlatformException.class, (ex) -> {
				logger.warn(EventLog.line(ex.getError(),
						"A user was logged out of the application only: " + ex.getMessage()));
				return Mono.just(false);
			})
			.defaultIfEmpty(false);
	}

}
