package io.videoplatform.internal.login.oidc;

import java.nio.charset.StandardCharsets;
import java.util.List;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.claims.AccessTokenHash;
import com.nimbusds.openid.connect.sdk.validators.AccessTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.InvalidHashException;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;

/**
 * Validates the claims of an ID token (OpenID Connect Core 1.0, sections 3.1.3.7 and
 * 3.1.3.8). The nonce is left to Spring Security, which knows the authorization request
 * and refuses an ID token without one.
 */
final class IdTokenValidator {

	/**
	 * OpenID Connect Core 1.0, section 2.
	 */
	private static final int MAX_SUBJECT_LENGTH = 255;

	private IdTokenValidator() {
	}

	/**
	 * Validate all claims.
	 * @throws InvalidJwtException if one of them is missing or wrong
	 */
	static void validate(JwtClaims claims) {
		validateAllButTimes(claims);
		validateTimes(claims);
	}

	/**
	 * Validate what does not depend on the clock; the times are only required to be
	 * present.
	 */
	static void validateAllButTimes(JwtClaims claims) {
		claims.validateIssuer();
		validateSubject(claims.text(IdTokenClaimNames.SUB));
		validateAuthorizedParty(claims.validateAudience(), claims.claims().get(IdTokenClaimNames.AZP),
				claims.rules().clientId());
		claims.time(IdTokenClaimNames.IAT);
		claims.time(IdTokenClaimNames.EXP);
	}

	/**
	 * Validate the times by the clock.
	 */
	static void validateTimes(JwtClaims claims) {
		claims.validateIssuedAt();
		claims.validateExpiry();
		claims.validateNotBefore();
	}

	/**
	 * A subject that UTF-8 cannot encode would have the key of another one in a store.
	 */
	private static void validateSubject(String subject) {
		if (subject.length() > MAX_SUBJECT_LENGTH) {
			throw new InvalidJwtException("has a 'sub' of more than %d characters".formatted(MAX_SUBJECT_LENGTH));
		}
		if (!StandardCharsets.UTF_8.newEncoder().canEncode(subject)) {
			throw new InvalidJwtException("has a 'sub' that cannot be encoded in UTF-8");
		}
	}

	/**
	 * A further audience is trusted only if the issuer names this client as the
	 * authorized party.
	 */
	private static void validateAuthorizedParty(List<?> audience, @Nullable Object authorizedParty, String clientId) {
		if (authorizedParty != null && !authorizedParty.equals(clientId)) {
			throw InvalidJwtException.of("was issued to %s ('azp') and not to client '%s'",
					InvalidJwtException.quoted(authorizedParty), clientId);
		}
		if (audience.size() > 1 && authorizedParty == null) {
			throw new InvalidJwtException(
					"is meant for others besides client '%s' ('aud') and does not say by 'azp' to whom it was issued"
						.formatted(clientId));
		}
	}

	/**
	 * Validate that an access token is the one that an ID token was issued with, if the
	 * ID token contains its hash.
	 * @param idToken the ID token, in its compact form
	 * @param accessToken the access token
	 * @throws InvalidJwtException if the hash differs
	 */
	static void validateAccessTokenHash(String idToken, String accessToken) {
		JWT jwt = JwtParser.parseAny(idToken);
		Object hash = JwtParser.readClaims(jwt).get(IdTokenClaimNames.AT_HASH);
		if (hash != null && !(hash instanceof String value && !value.isBlank()
				&& matches(accessToken, value, jwt.getHeader().getAlgorithm().getName()))) {
			throw new InvalidJwtException(
					"has a hash of the access token ('at_hash') that is not that of the access token that came with it");
		}
	}

	private static boolean matches(String accessToken, String hash, String algorithm) {
		try {
			AccessTokenValidator.validate(new BearerAccessToken(accessToken), JWSAlgorithm.parse(algorithm),
					new AccessTokenHash(hash));
			return true;
		}
		catch (InvalidHashException ex) {
			return false;
		}
	}

}
