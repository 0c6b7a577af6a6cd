package io.videoplatform.internal.login.oidc;

import java.time.Clock;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;

/**
 * The checks of an ID token's claims (OpenID Connect Core 1.0, section 3.1.3.7), made on
 * the claims as the issuer signed them, before any conversion. The nonce is Spring
 * Security's to compare, which knows the authorization request and refuses a token
 * without one.
 *
 * @param rules what the token is held to
 * @param clock the clock
 */
record IdTokenClaims(IdTokenRules rules, Clock clock) {

	/**
	 * OpenID Connect Core 1.0, section 2.
	 */
	private static final int LONGEST_SUBJECT = 255;

	/**
	 * Check all claims.
	 * @param claims the claims, each as it stands in the JSON object
	 * @throws IdTokenRefusal if one of them is missing or wrong
	 */
	void check(Map<String, Object> claims) {
		checkAllButTimes(claims);
		checkTimes(claims);
	}

	/**
	 * Check what does not depend on the clock; the times are only required to be there.
	 */
	void checkAllButTimes(Map<String, Object> claims) {
		StatedClaims stated = stated(claims);
		stated.checkIssuer();
		checkSubject(stated.text(IdTokenClaimNames.SUB));
		checkAuthorizedParty(stated.checkAudience(), claims.get(IdTokenClaimNames.AZP));
		stated.time(IdTokenClaimNames.IAT);
		stated.time(IdTokenClaimNames.EXP);
	}

	/**
	 * Check the times by the clock.
	 */
	void checkTimes(Map<String, Object> claims) {
		StatedClaims stated = stated(claims);
		stated.checkIssuedAt();
		stated.checkExpiry();
		stated.checkNotBefore();
	}

	private StatedClaims stated(Map<String, Object> claims) {
		return new StatedClaims(claims, this.rules, this.clock.instant());
	}

	private void checkSubject(String subject) {
		if (subject.length() > LONGEST_SUBJECT) {
			throw new IdTokenRefusal("has a 'sub' of more than %d characters".formatted(LONGEST_SUBJECT));
		}
	}

	/**
	 * Another audience is trusted only where the issuer says that the token was issued to
	 * this client.
	 */
	private void checkAuthorizedParty(List<?> audience, @Nullable Object authorizedParty) {
		String clientId = this.rules.clientId();
		if (authorizedParty != null && !authorizedParty.equals(clientId)) {
			throw new IdTokenRefusal("was issued to %s ('azp') and not to client '%s'"
				.formatted(IdTokenRefusal.quoted(authorizedParty), clientId));
		}
		if (audience.size() > 1 && authorizedParty == null) {
			throw new IdTokenRefusal(
					"is meant for others besides client '%s' ('aud') and does not say by 'azp' to whom it was issued"
						.formatted(clientId));
		}
	}

}
