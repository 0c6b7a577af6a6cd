package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSAEncrypter;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.reactive.ReactiveLoginStrategyFactory;
import io.videoplatform.internal.login.servlet.LoginStrategyFactory;
import io.videoplatform.testing.TestResponse;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Which ID tokens are accepted and which are refused.
 */
class IdTokenTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final OidcProvider provider = new OidcProvider();

	private final Scheduler scheduler = EngineScheduler.create();

	private final JwtVerifierFactory verifiers = this.provider.verifiers(this.scheduler);

	private final IdTokenDecoderFactory decoders = new IdTokenDecoderFactory(this.verifiers);

	@AfterEach
	void close() {
		this.scheduler.dispose();
		this.provider.close();
	}

	@Test
	void decodeWhenGoodThenClaimsOfSpringsTypes() {
		Jwt jwt = decode(this.provider.registration(), this.provider.token());
		assertThat(jwt.getIssuer()).hasToString(this.provider.issuer());
		assertThat(jwt.getSubject()).isEqualTo("ann");
		assertThat(jwt.getAudience()).containsExactly(OidcProvider.CLIENT_ID);
		assertThat(jwt.getExpiresAt()).isEqualTo(this.provider.clock.instant().plusSeconds(300));
		assertThat(jwt.<Instant>getClaim("auth_time")).isEqualTo(this.provider.clock.instant());
		assertThat(jwt.<Boolean>getClaim("email_verified")).isTrue();
		assertThat(jwt.getHeaders()).containsEntry("alg", "RS256").containsEntry("kid", "first");
		assertThat(this.provider.published(Level.WARN)).isEmpty();
	}

	/**
	 * Sessions hold them, and those that are read from JSON accept no other types.
	 */
	@Test
	void decodeWhenClaimsAreNestedThenTypesOfTheJdkAtAnyDepth() {
		Map<String, Object> nested = Map.of("roles", List.of(Map.of("name", "editor", "sites", List.of("a", "b"))));
		Jwt jwt = decode(this.provider.registration(), this.provider.token("realm_access", nested));
		assertThat(jwt.getClaimAsMap("realm_access")).isEqualTo(nested);
		assertJdkTypes(jwt.getClaims());
	}

	private static void assertJdkTypes(Object value) {
		assertThat(value.getClass().getPackageName()).startsWith("java.");
		if (value instanceof Map<?, ?> members) {
			members.values().forEach(IdTokenTests::assertJdkTypes);
		}
		if (value instanceof Collection<?> elements) {
			elements.forEach(IdTokenTests::assertJdkTypes);
		}
	}

	static Stream<Arguments> good() {
		return Stream.of(
				good("just issued by a clock ahead of ours",
						(provider) -> provider.token("iat", provider.clock.instant().plusSeconds(59).getEpochSecond())),
				good("expired within the skew", (provider) -> expired(provider, 59)),
				good("a fraction of a second",
						(provider) -> provider.token("iat", provider.clock.instant().getEpochSecond() + 0.5)),
				good("audience as a list", (provider) -> provider.token("aud", List.of(OidcProvider.CLIENT_ID))),
				good("issued to this client and meant for another, too", (provider) -> {
					Map<String, Object> claims = provider.claims("aud", List.of("account", OidcProvider.CLIENT_ID));
					claims.put("azp", OidcProvider.CLIENT_ID);
					return OidcProvider.token(OidcProvider.FIRST, claims);
				}), good("azp of this client", (provider) -> provider.token("azp", OidcProvider.CLIENT_ID)),
				good("subject of 255 characters", (provider) -> provider.token("sub", "s".repeat(255))),
				good("no kid and one key", (provider) -> withoutKeyId(provider, OidcProvider.FIRST)),
				good("no kid and many keys", (provider) -> {
					provider.publishes(OidcProvider.SECOND, OidcProvider.ec("curve"), OidcProvider.FIRST);
					return withoutKeyId(provider, OidcProvider.FIRST);
				}),
				good("typ JWT",
						(provider) -> OidcProvider.token(
								header(JWSAlgorithm.RS256, "first").type(JOSEObjectType.JWT).build(),
								OidcProvider.FIRST, json(provider.claims()))),
				good("a time in nanoseconds that matters to the application only",
						(provider) -> provider.token("updated_at", 1_764_000_000_000_000_000L)),
				good("claims that are null",
						(provider) -> OidcProvider.token(header(JWSAlgorithm.RS256, "first").build(),
								OidcProvider.FIRST,
								json(provider.claims()).replaceFirst("\\{", "{\"azp\":null,\"nbf\":null,"))),
				good("an unusable key before the good one", (provider) -> {
					provider.returnsKeys(TestResponse
						.json("{\"keys\":[{\"kty\":\"OKP2\"},7,{\"kty\":\"RSA\",\"kid\":\"first\",\"n\":\"?\"},null,{},"
								+ OidcProvider.FIRST.toPublicJWK().toJSONString() + "]}"));
					return provider.token();
				}));
	}

	private static Arguments good(String name, Function<OidcProvider, String> token) {
		return arguments(name, token);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("good")
	void decodeWhenGoodThenAccepted(String name, Function<OidcProvider, String> tokens) {
		String token = tokens.apply(this.provider);
		ClientRegistration registration = this.provider.registration();
		assertThat(decode(registration, token).getTokenValue()).isEqualTo(token);
		assertThat(this.provider.published(Level.WARN)).isEmpty();
	}

	static Stream<Arguments> broken() {
		return Stream.of(
				broken("a number that is too great", "is not a JWT",
						(provider) -> OidcProvider.token(header(JWSAlgorithm.RS256, "first").build(),
								OidcProvider.FIRST, json(provider.claims()).replaceFirst("\\{", "{\"x\":1e999,"))),
				broken("authenticated in nanoseconds", "has a 'auth_time' of the wrong type",
						(provider) -> provider.token("auth_time", 1_764_000_000_000_000_000L)),
				broken("expired before it was issued", "is not a JWT", (provider) -> {
					Map<String, Object> claims = provider.claims("iat",
							provider.clock.instant().plusSeconds(59).getEpochSecond());
					claims.put("exp", provider.clock.instant().plusSeconds(58).getEpochSecond());
					return OidcProvider.token(OidcProvider.FIRST, claims);
				}),
				broken("algorithm none", "algorithm 'none'",
						(provider) -> OidcProvider.compact("{\"alg\":\"none\"}", json(provider.claims()), "")),
				broken("HS256 with the client's secret", "algorithm 'HS256'",
						(provider) -> mac(provider, OidcProvider.CLIENT_SECRET.getBytes())),
				broken("HS256 with the public key", "algorithm 'HS256'",
						(provider) -> mac(provider, publicKey().getBytes())),
				broken("algorithm that the metadata do not name", "algorithm 'RS512'",
						(provider) -> OidcProvider.token(header(JWSAlgorithm.RS512, "first").build(),
								OidcProvider.FIRST, json(provider.claims()))),
				broken("other issuer", "iss=https://evil.example",
						(provider) -> provider.token("iss", "https://evil.example")),
				broken("issuer with a slash more", "iss=",
						(provider) -> provider.token("iss", provider.issuer() + "/")),
				broken("no issuer", "iss=null", (provider) -> provider.token("iss", null)),
				broken("issuer that is a number", "is not a JWT", (provider) -> provider.token("iss", 7)),
				broken("no subject", "sub=null", (provider) -> provider.token("sub", null)),
				broken("empty subject", "'sub' that is empty", (provider) -> provider.token("sub", "")),
				broken("subject of 256 characters", "of more than 255",
						(provider) -> provider.token("sub", "s".repeat(256))),
				broken("subject with half a character", "not in UTF-8",
						(provider) -> OidcProvider.token(header(JWSAlgorithm.RS256, "first").build(),
								OidcProvider.FIRST, json(provider.claims("sub", "half")).replace("half", "\\ud800"))),
				broken("empty audience", "aud=", (provider) -> provider.token("aud", List.of())),
				broken("other audience", "aud=[other]", (provider) -> provider.token("aud", "other")),
				broken("further audience and no azp", "azp=null",
						(provider) -> provider.token("aud", List.of(OidcProvider.CLIENT_ID, "other"))),
				broken("other azp", "azp=other", (provider) -> provider.token("azp", "other")),
				broken("azp that is a list", "azp=",
						(provider) -> provider.token("azp", List.of(OidcProvider.CLIENT_ID))),
				broken("no expiry", "exp=null", (provider) -> provider.token("exp", null)),
				broken("expiry that is text", "is not a JWT", (provider) -> provider.token("exp", "soon")),
				broken("expired", "expired at", (provider) -> expired(provider, 60)),
				broken("no time of issue", "iat=null", (provider) -> provider.token("iat", null)),
				broken("issued far in the future", "in the future", (provider) -> future(provider)),
				broken("not valid yet", "not valid yet",
						(provider) -> provider.token("nbf", provider.clock.instant().plusSeconds(61).getEpochSecond())),
				broken("changed after it was signed", "was not made by the issuer's key", (provider) -> {
					String[] parts = provider.token().split("\\.");
					return parts[0] + "." + OidcProvider.base64(json(provider.claims("sub", "bob"))) + "." + parts[2];
				}), broken("no signature", "is not a JWT", (provider) -> {
					String token = provider.token();
					return token.substring(0, token.lastIndexOf('.') + 1);
				}),
				broken("other key of the same name", "was not made by the issuer's key",
						(provider) -> OidcProvider.token(OidcProvider.secondAs("first"), provider.claims())),
				broken("unknown key", "is signed by key 'second', which the issuer does not publish",
						(provider) -> OidcProvider.token(OidcProvider.SECOND, provider.claims())),
				broken("no kid and none of the keys", "was not made by the issuer's key",
						(provider) -> withoutKeyId(provider, OidcProvider.SECOND)),
				broken("brings its own key", "was not made by the issuer's key",
						(provider) -> OidcProvider.token(
								new JWSHeader.Builder(JWSAlgorithm.RS256).jwk(OidcProvider.SECOND.toPublicJWK())
									.build(),
								OidcProvider.SECOND, json(provider.claims()))),
				broken("critical header", "was not made by the issuer's key",
						(provider) -> OidcProvider
							.token(header(JWSAlgorithm.RS256, "first").criticalParams(Set.of("exp2"))
								.customParam("exp2", 1)
								.build(), OidcProvider.FIRST, json(provider.claims()))),
				broken("logout token", "no ID token",
						(provider) -> OidcProvider.token(
								header(JWSAlgorithm.RS256, "first").type(new JOSEObjectType("logout+jwt")).build(),
								OidcProvider.FIRST, json(provider.claims()))),
				broken("encrypted", "is not a JWT", IdTokenTests::encrypted),
				broken("empty", "is not a JWT", (provider) -> ""),
				broken("payload that is no JSON", "is not a JWT",
						(provider) -> OidcProvider.token(header(JWSAlgorithm.RS256, "first").build(),
								OidcProvider.FIRST, "not json")),
				broken("time of authentication that is an object", "'auth_time' of the wrong type",
						(provider) -> provider.token("auth_time", Map.of("a", 1))),
				broken("claims of 10,000 levels, signed", "is not a JWT",
						(provider) -> OidcProvider.token(header(JWSAlgorithm.RS256, "first").build(),
								OidcProvider.FIRST, OidcProvider.nested())),
				broken("header of 10,000 levels", "is not a JWT",
						(provider) -> OidcProvider.compact(OidcProvider.nested(), json(provider.claims()), "AAAA")),
				broken("claims that occur twice", "is not a JWT",
						(provider) -> OidcProvider.token(header(JWSAlgorithm.RS256, "first").build(),
								OidcProvider.FIRST, json(provider.claims()).replaceFirst("\\{", "{\"sub\":\"bob\","))),
				broken("100,000 characters in the signature", "was not made by the issuer's key",
						(provider) -> OidcProvider.compact("{\"alg\":\"RS256\"}", json(provider.claims()),
								"A".repeat(100_000))),
				broken("100,000 characters in a claim", "of more than 255",
						(provider) -> provider.token("sub", "\\\"".repeat(50_000))),
				broken("weak key", "is signed by key 'weak', which the issuer does not publish", (provider) -> {
					RSAKey weak = OidcProvider.rsa("weak", 1024);
					provider.publishes(OidcProvider.FIRST, weak);
					return weakly(weak, provider);
				}));
	}

	private static Arguments broken(String name, String reason, Function<OidcProvider, String> token) {
		return arguments(name, reason, token);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("broken")
	void decodeWhenBrokenThenRefused(String name, String reason, Function<OidcProvider, String> tokens) {
		String token = tokens.apply(this.provider);
		ClientRegistration registration = this.provider.registration();
		assertThatExceptionOfType(BadJwtException.class).isThrownBy(() -> decode(registration, token))
			.withMessageStartingWith("The ID token is refused: it ")
			.withMessageContaining(reason)
			.withMessageNotContaining("it The")
			.withNoCause();
		assertThat(this.provider.published(Level.WARN)).hasSize(1)
			.allSatisfy((message) -> assertThat(message).contains("'platform'", this.provider.issuer(), reason)
				.doesNotContain("eyJ"));
	}

	@Test
	void decodeWhenRefusedAgainThenReportedOnceAMinute() {
		for (int login = 0; login < 20; login++) {
			refused(this.provider.token("aud", "other-" + login));
		}
		assertThat(this.provider.published(Level.WARN)).singleElement(InstanceOfAssertFactories.STRING)
			.contains("[other-0]");
		this.provider.clock.advance(Duration.ofMinutes(1));
		refused(this.provider.token("aud", "other"));
		assertThat(this.provider.published(Level.WARN)).hasSize(2)
			.last(InstanceOfAssertFactories.STRING)
			.contains("[other]", "(19 more like this since the last report). ");
	}

	private void refused(String token) {
		ClientRegistration registration = this.provider.registration();
		assertThatExceptionOfType(BadJwtException.class).isThrownBy(() -> decode(registration, token));
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT10M", "-PT10M" })
	void decodeWhenClockIsTenMinutesOffThenEventNamesIt(Duration off) {
		String token = this.provider.token();
		ClientRegistration registration = this.provider.registration();
		this.provider.clock.advance(off);
		assertThatExceptionOfType(BadJwtException.class).isThrownBy(() -> decode(registration, token))
			.withMessageContaining("check both clocks");
		assertThat(this.provider.events).filteredOn((event) -> event.level() == Level.WARN)
			.singleElement()
			.satisfies((event) -> {
				assertThat(event.error()).isEqualTo(PlatformError.CLOCK_SKEW);
				assertThat(event.message()).endsWith(PlatformError.CLOCK_SKEW.getCure());
			});
	}

	@Test
	void decodeWhenMetadataNameEllipticCurvesOnlyThenOthersRefused() {
		ECKey key = OidcProvider.ec("curve");
		this.provider.publishes(OidcProvider.FIRST, key);
		ClientRegistration registration = registration(List.of("ES256", "HS256", "none", "EdDSA"));
		assertThat(decode(registration, OidcProvider.token(key, this.provider.claims()))).isNotNull();
		assertThatExceptionOfType(BadJwtException.class).isThrownBy(() -> decode(registration, this.provider.token()))
			.withMessageContaining("'RS256', but the provider's metadata allow [ES256] only");
	}

	@Test
	void decodeWhenMetadataNameAnotherAlgorithmOfTheSameKeyThenAccepted() {
		String token = OidcProvider.token(header(JWSAlgorithm.PS384, "first").build(), OidcProvider.FIRST,
				json(this.provider.claims()));
		ClientRegistration registration = registration(List.of("RS256", "PS384"));
		assertThat(decode(registration, token)).isNotNull();
	}

	@Test
	void createDecoderWhenMetadataNameNoUsableAlgorithmThenLoginRefused() {
		ClientRegistration registration = registration(List.of("HS256", "none"));
		assertThatExceptionOfType(OAuth2AuthenticationException.class)
			.isThrownBy(() -> this.decoders.createDecoder(registration))
			.withMessageContaining("algorithms");
		assertThat(this.provider.published(Level.WARN)).hasSize(1);
	}

	@Test
	void createDecoderWhenMetadataNameNoKeysThenLoginRefused() {
		ClientRegistration registration = this.provider.registration(Map.of(), (builder) -> builder.jwkSetUri(null));
		assertThatExceptionOfType(OAuth2AuthenticationException.class)
			.isThrownBy(() -> this.decoders.createDecoder(registration))
			.withMessageContaining("jwks_uri");
	}

	@Test
	void decodeWhenRegistrationMovesToAnotherIssuerThenItsIssuerIsRequired() {
		decode(this.provider.registration(), this.provider.token());
		ClientRegistration moved = this.provider.registration(Map.of(),
				(builder) -> builder.issuerUri("https://new.example"));
		assertThatExceptionOfType(BadJwtException.class).isThrownBy(() -> decode(moved, this.provider.token()))
			.withMessageContaining("iss=");
		assertThat(decode(moved, this.provider.token("iss", "https://new.example"))).isNotNull();
		assertThat(this.provider.keyRequests()).hasSize(1);
	}

	@Test
	void decodeWhenRegistrationIsNotOursThenSpringsOwn() {
		LoginRegistrationRepository none = new LoginRegistrationRepository(List.of());
		ClientRegistration registration = this.provider.registration();
		String token = this.provider.token("aud", "other");
		assertThatExceptionOfType(JwtException.class).isThrownBy(
				() -> LoginStrategyFactory.idTokens(none, this.decoders).createDecoder(registration).decode(token));
		assertThatExceptionOfType(JwtException.class)
			.isThrownBy(() -> ReactiveLoginStrategyFactory.idTokens(none, this.decoders)
				.createDecoder(registration)
				.decode(token)
				.block(PATIENCE));
		assertThat(this.provider.events).isEmpty();
	}

	private Jwt decode(ClientRegistration registration, String token) {
		return Objects.requireNonNull(this.decoders.createDecoder(registration).decode(token).block(PATIENCE));
	}

	private ClientRegistration registration(List<String> algorithms) {
		return this.provider.registration(Map.of("id_token_signing_alg_values_supported", algorithms), (builder) -> {
		});
	}

	private static String json(Map<String, Object> claims) {
		return JSONObjectUtils.toJSONString(claims);
	}

	private static JWSHeader.Builder header(JWSAlgorithm algorithm, String keyId) {
		return new JWSHeader.Builder(algorithm).keyID(keyId);
	}

	private static String withoutKeyId(OidcProvider provider, RSAKey key) {
		return OidcProvider.token(new JWSHeader.Builder(JWSAlgorithm.RS256).build(), key, json(provider.claims()));
	}

	private static String expired(OidcProvider provider, int seconds) {
		Instant now = provider.clock.instant();
		Map<String, Object> claims = provider.claims("exp", now.minusSeconds(seconds).getEpochSecond());
		claims.put("iat", now.minusSeconds(3600).getEpochSecond());
		return OidcProvider.token(OidcProvider.FIRST, claims);
	}

	private static String future(OidcProvider provider) {
		Instant now = provider.clock.instant();
		Map<String, Object> claims = provider.claims("exp", now.plusSeconds(9000).getEpochSecond());
		claims.put("iat", now.plusSeconds(61).getEpochSecond());
		return OidcProvider.token(OidcProvider.FIRST, claims);
	}

	private static String mac(OidcProvider provider, byte[] secret) {
		OctetSequenceKey key = new OctetSequenceKey.Builder(secret).keyID("first").build();
		return OidcProvider.token(header(JWSAlgorithm.HS256, "first").build(), key, json(provider.claims()));
	}

	private static String publicKey() {
		return OidcProvider.FIRST.toPublicJWK().toJSONString();
	}

	private static String encrypted(OidcProvider provider) {
		try {
			JWEObject jwe = new JWEObject(new JWEHeader(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A128GCM),
					new Payload(provider.token()));
			jwe.encrypt(new RSAEncrypter(OidcProvider.FIRST));
			return jwe.serialize();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String weakly(RSAKey key, OidcProvider provider) {
		try {
			JWSObject jws = new JWSObject(header(JWSAlgorithm.RS256, key.getKeyID()).build(),
					new Payload(json(provider.claims())));
			jws.sign(new RSASSASigner(key.toPrivateKey(), Set.of(AllowWeakRSAKey.getInstance())));
			return jws.serialize();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
