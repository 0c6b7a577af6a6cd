package io.videoplatform.internal.login.oidc;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

/**
 * Validates the ID tokens that come with the refreshes of one login (OpenID Connect Core
 * 1.0, section 12.2): all that is checked at login, and that they are about the same
 * login.
 */
public final class RefreshedIdTokenValidator {

	private static final Log logger = LogFactory.getLog(RefreshedIdTokenValidator.class);

	private static final List<String> COMPARED = List.of(IdTokenClaimNames.ISS, IdTokenClaimNames.SUB,
			IdTokenClaimNames.AUTH_TIME, IdTokenClaimNames.NONCE, LogoutTokenClaimNames.SID);

	private final JwtVerifierFactory verifiers;

	private final String issuer;

	private final String subject;

	private final @Nullable String authTime;

	private final @Nullable String nonce;

	/**
	 * Create a new instance.
	 * @param verifiers creates the verifiers
	 * @param login the {@link #claims(OidcIdToken) claims} of the login's ID token
	 * @throws IllegalArgumentException if there is no issuer or no subject
	 */
	public RefreshedIdTokenValidator(JwtVerifierFactory verifiers, Map<String, String> login) {
		this.verifiers = verifiers;
		this.issuer = require(login, IdTokenClaimNames.ISS);
		this.subject = require(login, IdTokenClaimNames.SUB);
		this.authTime = login.get(IdTokenClaimNames.AUTH_TIME);
		this.nonce = login.get(IdTokenClaimNames.NONCE);
	}

	private static String require(Map<String, String> login, String claim) {
		String value = login.get(claim);
		if (value == null) {
			throw new IllegalArgumentException("The ID token has no '%s': was it verified?".formatted(claim));
		}
		return value;
	}

	/**
	 * Return what is compared later, and the provider's session: times are in seconds
	 * since 1970.
	 * @param login the verified ID token of the login
	 * @return the claims that it has
	 */
	public static Map<String, String> claims(OidcIdToken login) {
		Map<String, String> claims = new HashMap<>();
		COMPARED.forEach((name) -> {
			Object value = login.getClaim(name);
			if (value != null) {
				claims.put(name, text(value));
			}
		});
		return Map.copyOf(claims);
	}

	private static String text(Object claim) {
		return (claim instanceof Instant time) ? Long.toString(time.getEpochSecond()) : claim.toString();
	}

	/**
	 * Validate the ID token of a refresh. A refresh may bring none: one whose claims are
	 * valid is not refused while its signature cannot be verified, as by a key that a
	 * cache in between does not have yet, or for times that do not fit the clock.
	 * @param accessToken the access token that came with it
	 * @return completes if the ID token is valid or cannot be verified now; fails with a
	 * {@link BadJwtException} if it is refused
	 */
	public Mono<Void> validate(ClientRegistration registration, String idToken, String accessToken) {
		return Mono.defer(() -> this.verifiers.decoder(JwtProfile.REFRESHED_ID_TOKEN, registration).decode(idToken))
			.doOnNext((jwt) -> {
				IdTokenValidator.validateAccessTokenHash(JwtProfile.REFRESHED_ID_TOKEN, idToken,
						jwt.getClaim(IdTokenClaimNames.AT_HASH), accessToken);
				compare(jwt.getClaims());
			})
			.doOnError(BadJwtException.class,
					(ex) -> this.verifiers.publish(JwtProfile.REFRESHED_ID_TOKEN, registration,
							OidcJwtDecoder.error(ex), "the ID token of a refresh is refused: " + ex.getMessage()))
			.then()
			.onErrorResume((ex) -> !(ex instanceof BadJwtException), RefreshedIdTokenValidator::unverified);
	}

	private void compare(Map<String, Object> refreshed) {
		compare(this.issuer, refreshed.get(IdTokenClaimNames.ISS), IdTokenClaimNames.ISS);
		compare(this.subject, refreshed.get(IdTokenClaimNames.SUB), IdTokenClaimNames.SUB);
		Object authenticatedAt = refreshed.get(IdTokenClaimNames.AUTH_TIME);
		if (authenticatedAt != null && this.authTime != null) {
			compare(this.authTime, authenticatedAt, IdTokenClaimNames.AUTH_TIME);
		}
		Object nonce = refreshed.get(IdTokenClaimNames.NONCE);
		if (nonce != null) {
			compare(this.nonce, nonce, IdTokenClaimNames.NONCE);
		}
	}

	private static void compare(@Nullable String atLogin, @Nullable Object refreshed, String claim) {
		if (!Objects.equals(atLogin, (refreshed != null) ? text(refreshed) : null)) {
			throw new BadJwtException(JwtProfile.REFRESHED_ID_TOKEN
				.refused("came with a refresh and has another '%s' than that of the login".formatted(claim)));
		}
	}

	private static Mono<Void> unverified(Throwable ex) {
		if (!(ex instanceof OidcProviderUnavailableException || ex instanceof OAuth2AuthenticationException)) {
			logger.warn(EventLog.explained(PlatformError.OTHER,
					"An ID token that came with a refresh could not be verified"), ex);
		}
		return Mono.empty();
	}

}
