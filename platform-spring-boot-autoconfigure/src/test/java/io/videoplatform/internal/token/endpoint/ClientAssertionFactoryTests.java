package io.videoplatform.internal.token.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The assertions that a client signs.
 */
class ClientAssertionFactoryTests {

	private static final Duration LIFE = Duration.ofSeconds(60);

	private final MovableClock clock = new MovableClock();

	private final ClientAssertionFactory assertions = new ClientAssertionFactory("platform.client-key.location",
			this.clock);

	private static ProviderMetadata provider(Map<String, Object> members) {
		ProviderMetadata provider = TokenFixtures.provider("https://id.example.com");
		return new ProviderMetadata(provider.issuer(), true, provider.tokenEndpoint(), provider.authorizationEndpoint(),
				null, null, null, null, List.of(), false, members, null, null);
	}

	private SignedJWT create(ECKey key) throws Exception {
		return SignedJWT
			.parse(this.assertions.create(provider(Map.of()), "videos", SigningKey.of(key, key.getKeyID())));
	}

	@Test
	void createThenForTheIssuerAloneAndOneMinute() throws Exception {
		JWTClaimsSet claims = create(new ECKeyGenerator(Curve.P_256).keyID("mine").generate()).getJWTClaimsSet();
		assertThat(claims.getAudience()).containsExactly("https://id.example.com");
		assertThat(claims.getIssuer()).isEqualTo("videos").isEqualTo(claims.getSubject());
		assertThat(Duration.between(claims.getIssueTime().toInstant(), claims.getExpirationTime().toInstant()))
			.isEqualTo(LIFE);
	}

	@Test
	void createWhenNoAlgorithmFitsThenNamesPropertyAndRemedyInPrintableText() throws Exception {
		SigningKey key = SigningKey.of(new ECKeyGenerator(Curve.P_384).generate(), null);
		List<String> forged = Stream.concat(Stream.of("PS256\r\nERROR forged \u001b[2J"), numbered()).toList();
		ProviderMetadata provider = provider(Map.of("token_endpoint_auth_signing_alg_values_supported", forged));
		assertThatExceptionOfType(CredentialsUnavailableException.class)
			.isThrownBy(() -> this.assertions.create(provider, "videos", key))
			.satisfies((ex) -> assertThat(ex.getMessage())
				.contains("'platform.client-key.location'", "PS256??ERROR forged ?[2J", "name8", "set it to a key")
				.hasSizeLessThan(600));
	}

	private static Stream<String> numbered() {
		return IntStream.range(0, 1_000).mapToObj((i) -> "name" + i);
	}

}
