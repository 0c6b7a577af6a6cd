package io.videoplatform.internal.token.endpoint;

import java.security.PublicKey;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import org.jspecify.annotations.Nullable;

/**
 * A private key that a client signs with, and the algorithms that it fits. Its
 * {@code toString()} shows the identifier at most.
 */
public final class SigningKey {

	private static final List<JWSAlgorithm> RSA = List.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.PS384,
			JWSAlgorithm.PS512, JWSAlgorithm.RS384, JWSAlgorithm.RS512);

	private static final List<JWSAlgorithm> EDWARDS = List.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);

	private static final int SHORTEST_RSA = 2048;

	private static final String MISMATCH = "does not match its public part or its certificate";

	private final JWK key;

	private final @Nullable String id;

	private final List<JWSAlgorithm> algorithms;

	private final String thumbprint;

	private SigningKey(JWK key, @Nullable String id, List<JWSAlgorithm> algorithms) {
		this.key = key;
		this.id = id;
		this.algorithms = algorithms;
		this.thumbprint = thumbprint(key);
	}

	private static String thumbprint(JWK key) {
		try {
			return key.computeThumbprint().toString();
		}
		catch (JOSEException ex) {
			throw new IllegalArgumentException("is incomplete", ex);
		}
	}

	/**
	 * Return a key that has been tried.
	 * @param key the key
	 * @param id the identifier to send with signatures, or {@code null} to send none
	 * @return the key
	 * @throws IllegalArgumentException if the key cannot sign; the message is the rest of
	 * a sentence that begins with the key
	 */
	public static SigningKey of(JWK key, @Nullable String id) {
		if (!key.isPrivate()) {
			throw new IllegalArgumentException("is no private key");
		}
		if (key.getKeyUse() != null && !KeyUse.SIGNATURE.equals(key.getKeyUse())) {
			throw new IllegalArgumentException("is not meant for signatures ('use')");
		}
		if (key.getKeyOperations() != null && !key.getKeyOperations().contains(KeyOperation.SIGN)) {
			throw new IllegalArgumentException("is not meant for signatures ('key_ops')");
		}
		SigningKey tried = new SigningKey(key, id, algorithms(key));
		tried.checkSignature(tried.algorithms.get(0));
		return tried;
	}

	/**
	 * While files are replaced, a new certificate may come before its private key.
	 */
	private void checkSignature(JWSAlgorithm algorithm) {
		JWSHeader header = new JWSHeader(algorithm);
		byte[] content = { 1 };
		try {
			Base64URL signature = signer(algorithm).sign(header, content);
			if (this.key instanceof OctetKeyPair) {
				return;
			}
			PublicKey own = ((AsymmetricJWK) this.key).toPublicKey();
			if (!new DefaultJWSVerifierFactory().createJWSVerifier(header, own).verify(header, content, signature)) {
				throw new IllegalArgumentException(MISMATCH);
			}
		}
		catch (JOSEException ex) {
			// The JDK refuses to sign with an RSA key that is not that of its certificate
			throw new IllegalArgumentException("%s, or cannot sign by '%s'".formatted(MISMATCH, algorithm.getName()),
					ex);
		}
	}

	private static List<JWSAlgorithm> algorithms(JWK key) {
		List<JWSAlgorithm> possible = ofType(key);
		Algorithm own = key.getAlgorithm();
		if (own == null) {
			return possible;
		}
		return possible.stream()
			.filter((algorithm) -> algorithm.getName().equals(own.getName()))
			.findFirst()
			.map(List::of)
			.orElseThrow(() -> new IllegalArgumentException("states an algorithm that it does not fit ('alg')"));
	}

	private static List<JWSAlgorithm> ofType(JWK key) {
		if (key instanceof RSAKey rsa) {
			if (rsa.size() < SHORTEST_RSA) {
				throw new IllegalArgumentException("is shorter than %d bits".formatted(SHORTEST_RSA));
			}
			return RSA;
		}
		if (key instanceof ECKey ec) {
			return List.of(ofCurve(ec.getCurve()));
		}
		if (key instanceof OctetKeyPair pair && Curve.Ed25519.equals(pair.getCurve())) {
			return EDWARDS;
		}
		throw new IllegalArgumentException(
				"is of type '%s', with which no client authenticates".formatted(key.getKeyType().getValue()));
	}

	private static JWSAlgorithm ofCurve(Curve curve) {
		if (Curve.P_256.equals(curve)) {
			return JWSAlgorithm.ES256;
		}
		if (Curve.P_384.equals(curve)) {
			return JWSAlgorithm.ES384;
		}
		if (Curve.P_521.equals(curve)) {
			return JWSAlgorithm.ES512;
		}
		throw new IllegalArgumentException("is on a curve that is not used for signatures");
	}

	/**
	 * Return what identifies the key (RFC 7638).
	 */
	String thumbprint() {
		return this.thumbprint;
	}

	/**
	 * Return the first algorithm that a provider takes.
	 * @param supported the algorithms that it names, empty if it names none
	 */
	Optional<JWSAlgorithm> algorithm(Collection<String> supported) {
		return this.algorithms.stream()
			.filter((algorithm) -> supported.isEmpty() || supported.contains(algorithm.getName()))
			.findFirst();
	}

	/**
	 * Sign claims.
	 * @return the JWT, serialized
	 */
	String sign(JWSAlgorithm algorithm, String type, JWTClaimsSet claims) {
		JWSHeader.Builder header = new JWSHeader.Builder(algorithm).type(new JOSEObjectType(type)).keyID(this.id);
		Base64URL thumbprint = certificateThumbprint();
		if (thumbprint != null) {
			header.x509CertSHA256Thumbprint(thumbprint);
		}
		SignedJWT jwt = new SignedJWT(header.build(), claims);
		try {
			jwt.sign(signer(algorithm));
		}
		catch (JOSEException ex) {
			throw new CredentialsUnavailableException("the client's key failed to sign", ex);
		}
		return jwt.serialize();
	}

	private @Nullable Base64URL certificateThumbprint() {
		return this.key.getX509CertSHA256Thumbprint();
	}

	private JWSSigner signer(JWSAlgorithm algorithm) {
		try {
			return new DefaultJWSSignerFactory().createJWSSigner(this.key, algorithm);
		}
		catch (JOSEException ex) {
			throw new IllegalArgumentException("cannot sign by '%s'".formatted(algorithm.getName()), ex);
		}
		catch (LinkageError ex) {
			throw new IllegalArgumentException(
					"is an Ed25519 key, for which Nimbus needs 'com.google.crypto.tink:tink' on the class path", ex);
		}
	}

	/**
	 * A key that was read again is the same.
	 */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof SigningKey that && this.thumbprint.equals(that.thumbprint)
				&& Objects.equals(this.id, that.id) && this.algorithms.equals(that.algorithms)
				&& Objects.equals(certificateThumbprint(), that.certificateThumbprint());
	}

	@Override
	public int hashCode() {
		return this.thumbprint.hashCode();
	}

	@Override
	public String toString() {
		return "SigningKey[%s %s]".formatted(this.key.getKeyType().getValue(), (this.id != null) ? this.id : "-");
	}

}
