package io.videoplatform.internal.login.oidc;

import java.text.ParseException;
import java.util.Map;
import java.util.Set;

import com.nimbusds.jose.JOSEObject;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.EncryptedJWT;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.internal.http.JsonObjectReader;
import io.videoplatform.internal.http.MalformedResponseException;

/**
 * Parses JWTs and refuses those that can be refused without a key.
 *
 * @param rules what the JWTs must conform to
 */
record JwtParser(JwtRules rules) {

	/**
	 * Parse a signed JWT.
	 * @throws InvalidJwtException if it is malformed, or not signed as it should be
	 */
	SignedJWT parse(String token) {
		JWT jwt = parseAny(token);
		if (jwt instanceof EncryptedJWT) {
			throw new InvalidJwtException("is encrypted, which was not requested");
		}
		if (!(jwt instanceof SignedJWT signed)) {
			throw new InvalidJwtException("is not signed (algorithm 'none')");
		}
		checkHeader(signed.getHeader());
		readClaims(signed);
		return signed;
	}

	/**
	 * Parse a JWT of any kind. Nimbus reads a header of any depth by recursion: it is
	 * read by the bounded reader first.
	 * @throws InvalidJwtException if it is malformed
	 */
	static JWT parseAny(String token) {
		try {
			JsonObjectReader.read(JOSEObject.split(token)[0].decode());
			return JWTParser.parse(token);
		}
		catch (ParseException | IllegalArgumentException | MalformedResponseException ex) {
			// Not passed on: the message may quote the token
			throw new InvalidJwtException("is not a JWT that can be read");
		}
	}

	private void checkHeader(JWSHeader header) {
		if (!this.rules.algorithms().contains(header.getAlgorithm())) {
			throw InvalidJwtException.of("is signed by algorithm %s, but the provider's metadata allow %s only",
					InvalidJwtException.quoted(header.getAlgorithm()), this.rules.algorithms());
		}
		Set<String> critical = header.getCriticalParams();
		if (critical != null && !critical.isEmpty()) {
			throw InvalidJwtException.of("has critical header parameters that are not understood: %s",
					InvalidJwtException.quoted(critical));
		}
		JOSEObjectType type = header.getType();
		if (!this.rules.profile().allows(type)) {
			throw InvalidJwtException.of("is of type %s ('typ'): a JWT, but no %s",
					InvalidJwtException.quoted(String.valueOf(type)), this.rules.profile());
		}
	}

	/**
	 * Read the claims of a JWT that is not encrypted.
	 * @throws InvalidJwtException if they are malformed
	 */
	static Map<String, Object> readClaims(JWT jwt) {
		try {
			return JsonObjectReader.read(jwt.getParsedParts()[1].decode());
		}
		catch (MalformedResponseException ex) {
			throw InvalidJwtException.of("holds no set of claims that can be read: it %s",
					String.valueOf(ex.getMessage()));
		}
	}

}
