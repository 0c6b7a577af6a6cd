package io.videoplatform.internal.login.oidc;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Validates the ID tokens that come with the refreshes of logins (OpenID Connect Core
 * 1.0, section 12.2): all that is checked at login, and that they are about the same
 * login.
 */
public final class RefreshedIdTokenValidator {

	private static final Log logger = LogFactory.getLog(RefreshedIdTokenValidator.class);

	private static final List<String> CHECKED = List.of(IdTokenClaimNames.ISS, IdTokenClaimNames.SUB,
			IdTokenClaimNames.AUTH_TIME, IdTokenClaimNames.NONCE);

	private final JwtVerifierFactory verifiers;

	/**
	 * Create a new instance.
	 */
	public RefreshedIdTokenValidator(JwtVerifierFactory verifiers) {
		this.verifiers = verifiers;
	}

	/**
	 * Return what is compared later, and the provider's session: times are in seconds
	 * since 1970.
	 */
	public static Map<String, String> claims(OidcIdToken login) {
		return Stream.concat(CHECKED.stream(), Stream.of(LogoutTokenClaimNames.SID))
			.filter(login::hasClaim)
			.collect(Collectors.toUnmodifiableMap(Function.identity(), (name) -> text(login.getClaim(name))));
	}

	private static String text(@Nullable Object claim) {
		return (claim instanceof Instant time) ? Long.toString(time.getEpochSecond()) : String.valueOf(claim);
	}

	/**
	 * Validate the ID token of a refresh. A refresh may bring none: one whose claims are
	 * valid is not refused while its signature cannot be verified, as by a key that a
	 * cache in between does not have yet, or for times that do not fit the clock.
	 * @param login the {@link #claims(OidcIdToken) claims} of the login's ID token
	 * @param accessToken the access token that came with it
	 * @return completes if the ID token is valid or cannot be verified now; fails with a
	 * {@link BadJwtException} if it is refused
	 */
	public Mono<Void> validate(Map<String, String> login, ClientRegistration registration, String idToken,
			String accessToken) {
		return Mono.defer(() -> this.verifiers.decoder(JwtProfile.REFRESHED_ID_TOKEN, registration).decode(idToken))
			.doOnNext((jwt) -> {
				if (IdTokenValidator.isOfAnotherToken(idToken, jwt.getClaim(IdTokenClaimNames.AT_HASH), accessToken)) {
					throw new BadJwtException(JwtProfile.REFRESHED_ID_TOKEN.refused(IdTokenValidator.WRONG_HASH));
				}
				compare(login, jwt);
			})
			.doOnError(BadJwtException.class,
					(ex) -> this.verifiers.publish(JwtProfile.REFRESHED_ID_TOKEN, registration,
							OidcJwtDecoder.error(ex), "the ID token of a refresh is refused: " + ex.getMessage()))
			.then()
			.onErrorResume((ex) -> !(ex instanceof BadJwtException), RefreshedIdTokenValidator::unverified);
	}

	/**
	 * The issuer and the subject are there; the time and the nonce of the login may be
	 * left out of a refresh, and the time also of a login.
	 */
	private static void compare(Map<String, String> login, Jwt refreshed) {
		for (String claim : CHECKED) {
			Object value = refreshed.getClaim(claim);
			String atLogin = login.get(claim);
			boolean unknown = claim.equals(IdTokenClaimNames.AUTH_TIME) && atLogin == null;
			if (value != null && !unknown && !text(value).equals(atLogin)) {
				throw new BadJwtException(JwtProfile.REFRESHED_ID_TOKEN
					.refused("came with a refresh and has another '%s' than that of the login".formatted(claim)));
			}
		}
	}

	private static Mono<Void> unverified(Throwable ex) {
		if (!(ex instanceof LoginUnavailableException || ex instanceof OAuth2AuthenticationException)) {
			logger.warn(EventLog.explained(PlatformError.OTHER,
					"An ID token that came with a refresh could not be verified"), ex);
		}
		return Mono.empty();
	}

}
