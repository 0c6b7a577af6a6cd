package io.videoplatform.internal.login.oidc;

import java.time.Clock;
import java.util.Map;

import org.springframework.security.oauth2.jwt.JwtClaimNames;

/**
 * The checks of a signed UserInfo response's claims (OpenID Connect Core 1.0, section
 * 5.3.2): issuer, audience and expiry need not be stated, and are checked where they are.
 * The subject is compared as it is in a response that is not signed.
 *
 * @param rules what the response is held to
 * @param clock the clock
 */
record UserInfoClaims(IdTokenRules rules, Clock clock) {

	/**
	 * Check all claims.
	 * @param claims the claims, each as it stands in the JSON object
	 * @throws IdTokenRefusal if one of them is wrong
	 */
	void check(Map<String, Object> claims) {
		StatedClaims stated = new StatedClaims(claims, this.rules, this.clock.instant());
		if (stated.states(JwtClaimNames.ISS)) {
			stated.checkIssuer();
		}
		if (stated.states(JwtClaimNames.AUD)) {
			stated.checkAudience();
		}
		if (stated.states(JwtClaimNames.EXP)) {
			stated.checkExpiry();
		}
		stated.checkNotBefore();
	}

}
