package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.util.Map;

import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimNames;

/**
 * Validates the claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section
 * 2.6).
 */
final class LogoutTokenClaimsValidator {

	static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

	/**
	 * For how long after its end a token gets a response that lets its sender try again:
	 * the clock of this node may be wrong.
	 */
	private static final Duration CLOCKS = Duration.ofHours(1);

	private LogoutTokenClaimsValidator() {
	}

	/**
	 * Validate all claims, with clocks that may differ much.
	 * @throws InvalidJwtException if one of them is missing or wrong
	 */
	static void validate(JwtClaims claims) {
		claims.validateIssuer();
		claims.validateAudience();
		validateTimes(claims.within(CLOCKS));
		claims.text(LogoutTokenClaimNames.JTI);
		validateSubjectAndSession(claims);
		validateEvents(claims);
		if (claims.claims().containsKey(IdTokenClaimNames.NONCE)) {
			throw new InvalidJwtException("has a 'nonce', which no logout token may have");
		}
	}

	/**
	 * Validate the times by the clock.
	 * @throws InvalidJwtException if one of them is missing or wrong
	 */
	static void validateTimes(JwtClaims claims) {
		claims.validateIssuedAt();
		if (claims.has(JwtClaimNames.EXP)) {
			claims.validateExpiry();
		}
		claims.validateNotBefore();
	}

	private static void validateSubjectAndSession(JwtClaims claims) {
		if (!claims.has(LogoutTokenClaimNames.SUB) && !claims.has(LogoutTokenClaimNames.SID)) {
			throw new InvalidJwtException("has neither 'sub' nor 'sid'");
		}
		for (String name : new String[] { LogoutTokenClaimNames.SUB, LogoutTokenClaimNames.SID }) {
			if (claims.has(name)) {
				claims.text(name);
			}
		}
	}

	private static void validateEvents(JwtClaims claims) {
		if (!(claims.claims().get(LogoutTokenClaimNames.EVENTS) instanceof Map<?, ?> events)) {
			throw claims.missing(LogoutTokenClaimNames.EVENTS);
		}
		if (!(events.get(EVENT) instanceof Map<?, ?>)) {
			throw new InvalidJwtException("has 'events' without a JSON object under '%s'".formatted(EVENT));
		}
	}

}
