package io.videoplatform.internal.login.oidc;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;

/**
 * Who logged in, as the ID token of the login states it: what the ID tokens of later
 * refreshes are compared with. Its {@code toString()} leaves the nonce out.
 *
 * @param issuer the issuer
 * @param subject the user at this issuer
 * @param authTime when the user authenticated
 * @param nonce the nonce of the login
 */
public record LoginIdentity(String issuer, String subject, @Nullable Instant authTime, @Nullable String nonce) {

	/**
	 * Return the identity that a verified ID token states.
	 * @param idToken the ID token of the login
	 * @return the identity
	 * @throws IllegalArgumentException if it states no issuer or no subject
	 */
	public static LoginIdentity of(OidcIdToken idToken) {
		return new LoginIdentity(require(idToken, IdTokenClaimNames.ISS), require(idToken, IdTokenClaimNames.SUB),
				idToken.getAuthenticatedAt(), idToken.getNonce());
	}

	private static String require(OidcIdToken idToken, String claim) {
		String value = idToken.getClaimAsString(claim);
		if (value == null) {
			throw new IllegalArgumentException("The ID token has no '%s': was it verified?".formatted(claim));
		}
		return value;
	}

	@Override
	public String toString() {
		return "LoginIdentity[issuer=%s, subject=%s, authTime=%s]".formatted(this.issuer, this.subject, this.authTime);
	}

}
