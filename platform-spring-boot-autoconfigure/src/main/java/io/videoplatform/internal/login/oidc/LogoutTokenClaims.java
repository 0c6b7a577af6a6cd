package io.videoplatform.internal.login.oidc;

import java.time.Clock;
import java.util.Map;

import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimNames;

/**
 * The checks of a logout token's claims (OpenID Connect Back-Channel Logout 1.0, section
 * 2.6).
 *
 * @param rules what the token is held to
 * @param clock the clock
 */
record LogoutTokenClaims(IdTokenRules rules, Clock clock) {

	static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

	/**
	 * Check all claims.
	 * @param claims the claims, each as it stands in the JSON object
	 * @throws IdTokenRefusal if one of them is missing or wrong
	 */
	void check(Map<String, Object> claims) {
		StatedClaims stated = new StatedClaims(claims, this.rules, this.clock.instant());
		stated.checkIssuer();
		stated.checkAudience();
		stated.checkIssuedAt();
		if (stated.states(JwtClaimNames.EXP)) {
			stated.checkExpiry();
		}
		stated.checkNotBefore();
		stated.text(LogoutTokenClaimNames.JTI);
		checkWhoIsMeant(stated);
		checkEvents(stated);
		if (claims.containsKey(IdTokenClaimNames.NONCE)) {
			throw new IdTokenRefusal("has a 'nonce', which no logout token may have");
		}
	}

	private static void checkWhoIsMeant(StatedClaims stated) {
		if (!stated.states(LogoutTokenClaimNames.SUB) && !stated.states(LogoutTokenClaimNames.SID)) {
			throw new IdTokenRefusal("has neither 'sub' nor 'sid'");
		}
		for (String name : new String[] { LogoutTokenClaimNames.SUB, LogoutTokenClaimNames.SID }) {
			if (stated.states(name)) {
				stated.text(name);
			}
		}
	}

	private static void checkEvents(StatedClaims stated) {
		if (!(stated.claims().get(LogoutTokenClaimNames.EVENTS) instanceof Map<?, ?> events)) {
			throw stated.missing(LogoutTokenClaimNames.EVENTS);
		}
		if (!(events.get(EVENT) instanceof Map<?, ?>)) {
			throw new IdTokenRefusal("has 'events' without a JSON object under '%s'".formatted(EVENT));
		}
	}

}
