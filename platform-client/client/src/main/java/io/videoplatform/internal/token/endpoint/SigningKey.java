package io.videoplatform.internal.token.endpoint;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import org.jspecify.annotations.Nullable;

/**
 * A private key that a client signs with, and the algorithms that it fits. Its
 * {@code toString()} shows the identifier at most.
 */
public final class SigningKey {

	/**
	 * The algorithms that clients sign by, most widespread first.
	 */
	private static final List<JWSAlgorithm> ALGORITHMS = List.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256,
			JWSAlgorithm.PS384, JWSAlgorithm.PS512, JWSAlgorithm.RS384, JWSAlgorithm.RS512, JWSAlgorithm.ES256,
			JWSAlgorithm.ES384, JWSAlgorithm.ES512, JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);

	private static final int SHORTEST_RSA = 2048;

	private static final String MISMATCH = "does not match its public part or its certificate";

	private final JWK key;

	private final @Nullable String id;

	private final JWSSigner signer;

	private final List<JWSAlgorithm> algorithms;

	private final String thumbprint;

	private SigningKey(JWK key, @Nullable String id) throws JOSEException {
		this.key = key;
		this.id = id;
		this.signer = new DefaultJWSSignerFactory().createJWSSigner(key);
		this.algorithms = algorithms(key.getAlgorithm(), this.signer.supportedJWSAlgorithms());
		this.thumbprint = key.computeThumbprint().toString();
	}

	private static List<JWSAlgorithm> algorithms(@Nullable Algorithm stated, Set<JWSAlgorithm> possible) {
		List<JWSAlgorithm> algorithms = ALGORITHMS.stream()
			.filter(possible::contains)
			.filter((algorithm) -> stated == null || algorithm.getName().equals(stated.getName()))
			.toList();
		require(!algorithms.isEmpty(), (stated != null) ? "states an algorithm that it does not fit ('alg')"
				: "is on a curve that is not used for signatures");
		return algorithms;
	}

	/**
	 * Return a key that has been tried.
	 * @throws IllegalArgumentException if the key cannot sign; the message is the rest of
	 * a sentence that begins with the key
	 */
	public static SigningKey of(JWK key, @Nullable String id) {
		boolean signs = (key.getKeyUse() == null || KeyUse.SIGNATURE.equals(key.getKeyUse()))
				&& (key.getKeyOperations() == null || key.getKeyOperations().contains(KeyOperation.SIGN));
		require(signs && key.isPrivate() && key instanceof AsymmetricJWK,
				"is no private key for signatures ('kty', 'use', 'key_ops')");
		require(!(key instanceof RSAKey) || key.size() >= SHORTEST_RSA,
				"is shorter than %d bits".formatted(SHORTEST_RSA));
		try {
			SigningKey tried = new SigningKey(key, id);
			require(key instanceof OctetKeyPair || tried.fitsPublicPart(), MISMATCH);
			return tried;
		}
		catch (JOSEException ex) {
			// The JDK refuses to sign with an RSA key that is not that of its certificate
			throw new IllegalArgumentException(MISMATCH + ", or cannot sign", ex);
		}
		catch (LinkageError ex) {
			throw new IllegalArgumentException(
					"is an Ed25519 key, for which Nimbus needs 'com.google.crypto.tink:tink' on the class path", ex);
		}
	}

	private static void require(boolean rule, String otherwise) {
		if (!rule) {
			throw new IllegalArgumentException(otherwise);
		}
	}

	/**
	 * While files are replaced, a new certificate may come before its private key.
	 */
	private boolean fitsPublicPart() throws JOSEException {
		JWSHeader header = new JWSHeader(this.algorithms.get(0));
		byte[] content = { 1 };
		return new DefaultJWSVerifierFactory().createJWSVerifier(header, ((AsymmetricJWK) this.key).toPublicKey())
			.verify(header, content, this.signer.sign(header, content));
	}

	/**
	 * Return what identifies the key (RFC 7638).
	 */
	String thumbprint() {
		return this.thumbprint;
	}

	/**
	 * Return the first algorithm that a provider takes.
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
		header.x509CertSHA256Thumbprint(this.key.getX509CertSHA256Thumbprint());
		SignedJWT jwt = new SignedJWT(header.build(), claims);
		try {
			jwt.sign(this.signer);
		}
		catch (JOSEException ex) {
			throw new CredentialsUnavailableException("the client's key failed to sign", ex);
		}
		return jwt.serialize();
	}

	@Override
	public String toString() {
		return "SigningKey[%s %s]".formatted(this.key.getKeyType().getValue(), (this.id != null) ? this.id : "-");
	}

}
