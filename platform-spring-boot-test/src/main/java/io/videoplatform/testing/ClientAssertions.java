package io.videoplatform.testing;

import java.text.ParseException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import org.jspecify.annotations.Nullable;

/**
 * The assertions by which clients authenticate (RFC 7523, section 3): each is accepted
 * once, and only if it names the issuer alone as its audience.
 */
final class ClientAssertions {

	private static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

	private static final long LIFE = 60_000;

	private final Set<String> used = ConcurrentHashMap.newKeySet();

	private volatile @Nullable JWK key;

	/**
	 * Require assertions from now on.
	 */
	void require(@Nullable JWK key) {
		this.key = key;
	}

	/**
	 * Return whether a request may be processed.
	 */
	boolean accepts(RecordedRequest request, String issuer) {
		JWK expected = this.key;
		if (expected == null) {
			return true;
		}
		try {
			SignedJWT assertion = SignedJWT.parse(request.parameter("client_assertion"));
			return request.parameter("client_assertion_type").equals(TYPE) && isSigned(assertion, expected)
					&& isValid(assertion.getJWTClaimsSet(), request.parameter("client_id"), issuer);
		}
		catch (ParseException | JOSEException ex) {
			return false;
		}
	}

	private static boolean isSigned(SignedJWT assertion, JWK key) throws JOSEException {
		return assertion.verify(new DefaultJWSVerifierFactory().createJWSVerifier(assertion.getHeader(),
				((AsymmetricJWK) key).toPublicKey()));
	}

	private boolean isValid(JWTClaimsSet claims, String clientId, String issuer) {
		long life = claims.getExpirationTime().getTime() - claims.getIssueTime().getTime();
		return clientId.equals(claims.getIssuer()) && clientId.equals(claims.getSubject())
				&& claims.getAudience().equals(List.of(issuer)) && life > 0 && life <= LIFE && claims.getJWTID() != null
				&& this.used.add(claims.getJWTID());
	}

}
