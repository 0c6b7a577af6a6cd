package io.videoplatform.internal.login.oidc;

import java.text.ParseException;
import java.util.Map;
import java.util.Set;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObject;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.source.JWKSecurityContextJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEProcessor;
import com.nimbusds.jose.proc.JWKSecurityContext;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jwt.EncryptedJWT;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.internal.http.JsonObjectReader;
import io.videoplatform.internal.http.MalformedResponseException;

/**
 * The signature of ID tokens and other JWTs, by Nimbus. Only keys of the issuer's JWK set
 * are used: what a token's header says of keys ({@code jwk}, {@code jku}, {@code x5c}) is
 * not looked at.
 */
final class IdTokenSignature {

	private final IdTokenRules rules;

	private final DefaultJOSEProcessor<JWKSecurityContext> processor = new DefaultJOSEProcessor<>();

	IdTokenSignature(IdTokenRules rules) {
		this.rules = rules;
		this.processor
			.setJWSKeySelector(new JWSVerificationKeySelector<>(rules.algorithms(), new JWKSecurityContextJWKSet()));
		this.processor.setJWSTypeVerifier((type, context) -> {
		});
	}

	/**
	 * Parse a token and refuse what needs no key to be refused.
	 * @throws IdTokenRefusal if it is no JWT that is signed as it should be
	 */
	SignedJWT parse(String token) {
		JWT jwt = parseAny(token);
		if (jwt instanceof EncryptedJWT) {
			throw new IdTokenRefusal("is encrypted, which was not asked for");
		}
		if (!(jwt instanceof SignedJWT signed)) {
			throw new IdTokenRefusal("is not signed (algorithm 'none')");
		}
		checkHeader(signed.getHeader());
		checkPayload(signed);
		return signed;
	}

	/**
	 * Parse a JWT of any kind. Nimbus reads a header of any depth by recursion: it is
	 * read by the bounded reader first.
	 * @throws IdTokenRefusal if it is none
	 */
	static JWT parseAny(String token) {
		try {
			JsonObjectReader.read(JOSEObject.split(token)[0].decode());
			return JWTParser.parse(token);
		}
		catch (ParseException | IllegalArgumentException | MalformedResponseException ex) {
			// Not passed on: the message may quote the token
			throw new IdTokenRefusal("is not a JWT that can be read");
		}
	}

	private void checkHeader(JWSHeader header) {
		if (!this.rules.algorithms().contains(header.getAlgorithm())) {
			throw new IdTokenRefusal("is signed by algorithm %s, but the provider's metadata allow %s only"
				.formatted(IdTokenRefusal.quoted(header.getAlgorithm()), this.rules.algorithms()));
		}
		Set<String> critical = header.getCriticalParams();
		if (critical != null && !critical.isEmpty()) {
			throw new IdTokenRefusal(
					"has critical header parameters that are not understood: " + IdTokenRefusal.quoted(critical));
		}
		JOSEObjectType type = header.getType();
		if (!this.rules.profile().allows(type)) {
			throw new IdTokenRefusal("is of type %s ('typ'): a JWT, but no %s"
				.formatted(IdTokenRefusal.quoted(String.valueOf(type)), this.rules.profile()));
		}
	}

	private static void checkPayload(SignedJWT jwt) {
		try {
			JsonObjectReader.read(jwt.getPayload().toBytes());
		}
		catch (MalformedResponseException ex) {
			throw new IdTokenRefusal("holds no set of claims that can be read: it " + ex.getMessage());
		}
	}

	/**
	 * Return whether a token was signed by one of these keys. A token without key
	 * identifier is tried with each that suits the algorithm.
	 */
	boolean isBy(JwkSet keys, SignedJWT jwt) {
		try {
			this.processor.process(jwt, new JWKSecurityContext(keys.keys()));
			return true;
		}
		catch (BadJOSEException | JOSEException ex) {
			return false;
		}
	}

	/**
	 * Return the claims of a token as they stand in its JSON object.
	 */
	static Map<String, Object> claims(SignedJWT jwt) {
		return jwt.getPayload().toJSONObject();
	}

}
