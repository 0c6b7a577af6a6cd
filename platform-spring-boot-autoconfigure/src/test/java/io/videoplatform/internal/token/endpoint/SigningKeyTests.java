package io.videoplatform.internal.token.endpoint;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * The keys that clients sign with, and the algorithms that are chosen for them.
 */
class SigningKeyTests {

	@ParameterizedTest
	@CsvSource({ "P-256, ES256", "P-384, ES384", "P-521, ES512" })
	void algorithmWhenKeyIsOnACurveThenThatOfTheCurve(String curve, String algorithm) throws Exception {
		SigningKey key = SigningKey.of(new ECKeyGenerator(Curve.parse(curve)).generate(), null);
		assertThat(key.algorithm(List.of())).hasValue(JWSAlgorithm.parse(algorithm));
		assertThat(key.algorithm(List.of("RS256", algorithm))).hasValue(JWSAlgorithm.parse(algorithm));
		assertThat(key.algorithm(List.of("RS256"))).isEmpty();
	}

	@Test
	void algorithmWhenKeyIsRsaThenFirstThatProviderTakesUnlessTheKeyStatesOne() throws Exception {
		RSAKey rsa = new RSAKeyGenerator(2048).generate();
		SigningKey key = SigningKey.of(rsa, null);
		assertThat(key.algorithm(List.of())).hasValue(JWSAlgorithm.RS256);
		assertThat(key.algorithm(List.of("ES256", "PS256"))).hasValue(JWSAlgorithm.PS256);
		SigningKey stated = SigningKey.of(new RSAKey.Builder(rsa).algorithm(JWSAlgorithm.PS256).build(), null);
		assertThat(stated.algorithm(List.of())).hasValue(JWSAlgorithm.PS256);
		assertThat(stated.algorithm(List.of("RS256"))).isEmpty();
	}

	static Stream<Arguments> unusable() throws Exception {
		ECKey key = key();
		ECKey other = new ECKeyGenerator(Curve.P_256).generate();
		return Stream.of(arguments(key.toPublicJWK(), "is no private key"),
				arguments(new ECKey.Builder(key).keyUse(KeyUse.ENCRYPTION).build(), "'use'"),
				arguments(new ECKey.Builder(key).keyOperations(Set.of(KeyOperation.DERIVE_KEY)).build(), "'key_ops'"),
				arguments(new OctetSequenceKeyGenerator(256).generate(), "'kty'"),
				arguments(new ECKey.Builder(key).algorithm(new Algorithm("RS256")).build(), "'alg'"),
				arguments(new ECKey.Builder(Curve.P_256, other.getX(), other.getY()).d(key.getD()).build(),
						"public part"));
	}

	private static ECKey key() throws Exception {
		return new ECKeyGenerator(Curve.P_256).keyID("mine").generate();
	}

	@ParameterizedTest
	@MethodSource("unusable")
	void ofWhenKeyCannotSignThenSaysWhy(JWK key, String reason) {
		assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.of(key, null)).withMessageContaining(reason);
	}

	@Test
	void toStringThenTypeAndIdentifierAlone() throws Exception {
		assertThat(SigningKey.of(key(), "mine")).hasToString("SigningKey[EC mine]");
	}

}
