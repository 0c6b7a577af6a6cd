package io.videoplatform.internal.token.endpoint;

import java.util.List;
import java.util.Set;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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

	@Test
	void createWhenKeyCannotSignThenSaysWhyAndShowsNothing() throws Exception {
		ECKey key = new ECKeyGenerator(Curve.P_256).keyID("mine").generate();
		OctetSequenceKey secret = new OctetSequenceKeyGenerator(256).generate();
		assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.of(key.toPublicJWK(), null))
			.withMessageStartingWith("is no private key");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> SigningKey.of(new ECKey.Builder(key).keyUse(KeyUse.ENCRYPTION).build(), null))
			.withMessageContaining("'use'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> SigningKey.of(new ECKey.Builder(key).algorithm(new Algorithm("RS256")).build(), null))
			.withMessageContaining("'alg'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> SigningKey
				.of(new ECKey.Builder(key).keyOperations(Set.of(KeyOperation.DERIVE_KEY)).build(), null))
			.withMessageContaining("'key_ops'");
		ECKey other = new ECKeyGenerator(Curve.P_256).generate();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> SigningKey
				.of(new ECKey.Builder(Curve.P_256, other.getX(), other.getY()).d(key.getD()).build(), null))
			.withMessageContaining("public part")
			.withMessageNotContaining(key.getD().toString());
		assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.of(secret, null))
			.withMessageContaining("'kty'")
			.withMessageNotContaining(secret.getKeyValue().toString());
		assertThat(SigningKey.of(key, "mine")).hasToString("SigningKey[EC mine]");
	}

}
