package io.videoplatform.internal.login.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.validators.AccessTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.InvalidHashException;
import io.videoplatform.internal.http.JsonObjectReader;
import io.videoplatform.internal.http.MalformedResponseException;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * The hash of the access token in a verified ID token (OpenID Connect Core 1.0, section
 * 3.1.3.8): where it is present, the two belong together or are refused, by the rest of a
 * sentence that begins with the ID token.
 */
public final class AccessTokenHash {

	private AccessTokenHash() {
	}

	/**
	 * Check that an access token is the one that an ID token was issued with.
	 * @param accessToken the access token
	 * @param idToken the verified ID token
	 * @throws BadJwtException if the ID token states a hash that differs
	 */
	public static void check(String accessToken, Jwt idToken) {
		check(accessToken, idToken.getClaim(IdTokenClaimNames.AT_HASH),
				String.valueOf(idToken.getHeaders().get("alg")));
	}

	/**
	 * Check that an access token is the one that an ID token was issued with.
	 * @param accessToken the access token
	 * @param idToken the verified ID token, in its compact form
	 * @throws BadJwtException if the ID token states a hash that differs
	 */
	public static void check(String accessToken, String idToken) {
		try {
			JWT jwt = IdTokenSignature.parseAny(idToken);
			check(accessToken, JsonObjectReader.read(jwt.getParsedParts()[1].decode()).get(IdTokenClaimNames.AT_HASH),
					jwt.getHeader().getAlgorithm().getName());
		}
		catch (MalformedResponseException ex) {
			throw refused(new IdTokenRefusal("holds no set of claims that can be read: it " + ex.getMessage()));
		}
		catch (IdTokenRefusal ex) {
			throw refused(ex);
		}
	}

	private static void check(String accessToken, @Nullable Object hash, String algorithm) {
		if (hash == null) {
			return;
		}
		if (!(hash instanceof String value) || value.isBlank() || !matches(accessToken, value, algorithm)) {
			throw refused(new IdTokenRefusal(
					"has a hash of the access token ('at_hash') that is not that of the access token that came with it"));
		}
	}

	private static BadJwtException refused(IdTokenRefusal refusal) {
		return new BadJwtException("it " + refusal.reason());
	}

	private static boolean matches(String accessToken, String hash, String algorithm) {
		try {
			AccessTokenValidator.validate(new BearerAccessToken(accessToken), JWSAlgorithm.parse(algorithm),
					new com.nimbusds.openid.connect.sdk.claims.AccessTokenHash(hash));
			return true;
		}
		catch (InvalidHashException ex) {
			return false;
		}
	}

}
