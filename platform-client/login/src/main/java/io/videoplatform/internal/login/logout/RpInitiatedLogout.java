package io.videoplatform.internal.login.logout;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;

import io.videoplatform.PlatformException;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.token.login.LoginKey;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

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
	 * Proxies and servers that take no more in a header or a request line are common.
	 */
	private static final int MAX_URL_LENGTH = 4096;

	/**
	 * Return the registration of an authentication that has ended if its ID token may be
	 * sent to the provider: its login was at the issuer that the registration has now.
	 */
	public Mono<ClientRegistration> registration(@Nullable Authentication authentication) {
		LoginKey login = this.logins.of(authentication);
		return Mono.justOrEmpty(this.logins.registrationOf(authentication))
			.flatMap(this.repository)
			.filter((current) -> login != null && login.issuer().equals(current.getProviderDetails().getIssuerUri()))
			.onErrorResume(PlatformException.class, (ex) -> {
				logger.warn(EventLog.line(ex.getError(),
						"A user was logged out of the application only: " + ex.getMessage()));
				return Mono.empty();
			});
	}

	/**
	 * Return the URL of a logout at the provider, with the client and the session in
	 * place of the ID token if that is too large for a URL (section 2).
	 */
	public static String bounded(String url, ClientRegistration registration, @Nullable Authentication authentication) {
		if (url.length() <= MAX_URL_LENGTH) {
			return url;
		}
		String sessionId = (authentication != null && authentication.getPrincipal() instanceof OidcUser user)
				? user.getClaimAsString(LogoutTokenClaimNames.SID) : null;
		UriComponentsBuilder shorter = UriComponentsBuilder.fromUriString(url)
			.replaceQueryParam("id_token_hint")
			.replaceQueryParam("client_id", encoded(registration.getClientId()));
		if (sessionId != null) {
			shorter.replaceQueryParam("logout_hint", encoded(sessionId));
		}
		return shorter.build(true).toUriString();
	}

	private static String encoded(String value) {
		return UriUtils.encode(value, StandardCharsets.UTF_8);
	}

}
