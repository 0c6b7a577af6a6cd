package io.videoplatform.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Map;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckReport;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestKeyStores;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How clients authenticate, by properties alone.
 */
@ExtendWith(OutputCaptureExtension.class)
class ClientAuthenticationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final MovableClock clock = new MovableClock();

	private final TestPlatform platform = new TestPlatform();

	@TempDir
	private Path folder;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				PlatformAutoConfiguration.class))
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false",
				"platform.client-id=videos");

	private final ApplicationContextRunner service = this.runner
		.withPropertyValues("platform.grant-type=client_credentials");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private static ECKey key(String id) throws Exception {
		return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
	}

	private Path write(ECKey key) throws Exception {
		return Files.writeString(this.folder.resolve("client.jwk"), key.toJSONString());
	}

	private ApplicationContextRunner signing(ApplicationContextRunner base) {
		return base.withPropertyValues("platform.client-authentication-method=private_key_jwt",
				"platform.client-key.location=" + this.folder.resolve("client.jwk"));
	}

	private static void call(ApplicationContext context) {
		WebClient client = context.getBean("platformWebClient", WebClient.class);
		assertThat(client.get().uri("videos").retrieve().bodyToMono(String.class).block(PATIENCE)).isEqualTo("{}");
	}

	private void callAgain(ApplicationContext context) {
		this.platform.issued().revokeAccessTokens();
		call(context);
	}

	private static List<String> grants(TestPlatform platform) {
		return platform.tokenRequests().stream().map((form) -> form.get("grant_type")).toList();
	}

	private static String keyId(Map<String, String> form) {
		try {
			return SignedJWT.parse(form.get("client_assertion")).getHeader().getKeyID();
		}
		catch (ParseException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void tokenRequestsWhenPrivateKeyJwtThenEachHasAFreshAssertion() throws Exception {
		ECKey key = key("first");
		write(key);
		this.platform.requireAssertions(key.toPublicJWK());
		signing(this.runner).withPropertyValues("platform.username=developer", "platform.password=canary-password")
			.run((context) -> {
				call(context);
				callAgain(context);
				assertThat(grants(this.platform)).containsExactly("password", "refresh_token");
				assertThat(this.platform.tokenRequests())
					.allSatisfy((form) -> assertThat(form).containsEntry("client_id", "videos")
						.doesNotContainKeys("client_secret", "Authorization"))
					.extracting((form) -> form.get("client_assertion"))
					.doesNotHaveDuplicates();
				SignedJWT assertion = SignedJWT.parse(this.platform.tokenRequests().get(0).get("client_assertion"));
				assertThat(assertion.getHeader().getType()).hasToString("client-authentication+jwt");
				assertThat(assertion.getHeader().getAlgorithm()).hasToString("ES256");
				assertThat(assertion.getJWTClaimsSet().getAudience()).containsExactly(this.platform.issuer());
			});
	}

	@Test
	void tokenRequestWhenKeyIsReplacedThenTheNewOneSigns(CapturedOutput output) throws Exception {
		ECKey first = key("first");
		ECKey second = key("second");
		Path file = write(first);
		this.platform.issued().refreshTokens(false);
		signing(this.service).run((context) -> {
			call(context);
			Files.writeString(file, "{\"kty\":\"EC\",\"d\":\"canary\"");
			callAgain(context);
			callAgain(context);
			write(second);
			this.platform.requireAssertions(second.toPublicJWK());
			callAgain(context);
			assertThat(this.platform.tokenRequests()).extracting(ClientAuthenticationTests::keyId)
				.containsExactly("first", "first", "first", "second");
		});
		assertThat(output).containsOnlyOnce("'platform.client-key.location' leads to")
			.contains("the last key stays in use")
			.doesNotContain("canary", first.getD().toString());
	}

	@Test
	void tokenRequestWhenKeyIsInABundleThenItSigns() throws Exception {
		Path store = TestKeyStores.create(this.folder, "signer", "EC");
		signing(this.service)
			.withPropertyValues("platform.client-key.location=", "platform.client-key.bundle=signer",
					"platform.client-key.id=registered", "spring.ssl.bundle.jks.signer.keystore.location=" + store,
					"spring.ssl.bundle.jks.signer.keystore.password=" + TestKeyStores.PASSWORD)
			.run((context) -> {
				this.platform.requireAssertions(TestKeyStores.publicKey(store));
				call(context);
				assertThat(this.platform.tokenRequests()).extracting(ClientAuthenticationTests::keyId)
					.containsExactly("registered");
			});
	}

	@Test
	void tokenRequestsWhenMutualTlsThenAliasAndNothingButTheClientId() throws Exception {
		Path store = TestKeyStores.create(this.folder, "certificate", "EC");
		this.platform.documents()
			.metadata("mtls_endpoint_aliases", Map.of("token_endpoint", this.platform.issuer() + "/mtls/token"));
		this.service
			.withPropertyValues("platform.client-authentication-method=tls_client_auth",
					"platform.client-key.bundle=certificate",
					"spring.ssl.bundle.jks.certificate.keystore.location=" + store,
					"spring.ssl.bundle.jks.certificate.keystore.password=" + TestKeyStores.PASSWORD)
			.run(ClientAuthenticationTests::call);
		assertThat(this.platform.requests("/mtls/token")).singleElement()
			.satisfies((request) -> assertThat(request.clientAuthenticationMethod()).isEqualTo("none"))
			.extracting(RecordedRequest::form)
			.isEqualTo(Map.of("grant_type", "client_credentials", "client_id", "videos"));
	}

	@Test
	void tokenRequestsWhenParametersAreSetThenInitialGrantHasAllAndRefreshTheResource() {
		this.service
			.withPropertyValues("platform.client-secret=s", "platform.token-request.parameters.audience=api",
					"platform.token-request.parameters.resource=https://one.example,https://two.example")
			.run((context) -> {
				call(context);
				callAgain(context);
			});
		String resources = "resource=https%3A%2F%2Fone.example&resource=https%3A%2F%2Ftwo.example";
		assertThat(this.platform.requests("/token")).extracting(RecordedRequest::body)
			.satisfiesExactly((initial) -> assertThat(initial).contains("audience=api", resources),
					(refresh) -> assertThat(refresh).contains("grant_type=refresh_token", resources)
						.doesNotContain("audience"));
	}

	@Test
	void tokenRequestWhenSecretIsInAFileThenReadForEachRequest() throws Exception {
		Path file = Files.writeString(this.folder.resolve("secret"), "first\n");
		this.platform.issued().refreshTokens(false);
		this.service
			.withPropertyValues("platform.client-secret-location=" + file,
					"platform.client-authentication-method=client_secret_post")
			.run((context) -> {
				call(context);
				Files.writeString(file, "second");
				callAgain(context);
				Files.writeString(file, "\n");
				assertThat(catchMessage(() -> callAgain(context))).contains("'platform.client-secret-location'",
						"is empty");
				Files.delete(file);
				this.clock.advance(Duration.ofSeconds(10));
				assertThat(catchMessage(() -> call(context))).contains("cannot be read");
				Files.writeString(file, "third");
				this.clock.advance(Duration.ofSeconds(10));
				call(context);
			});
		assertThat(this.platform.tokenRequests()).extracting((form) -> form.get("client_secret"))
			.containsExactly("first", "second", "third");
	}

	private String assertion(long expiresIn) throws Exception {
		SignedJWT assertion = new SignedJWT(new JWSHeader(JWSAlgorithm.ES256),
				new JWTClaimsSet.Builder().subject("system:serviceaccount:videos:app")
					.expirationTime(Date.from(this.clock.instant().plusSeconds(expiresIn)))
					.build());
		assertion.sign(new ECDSASigner(key("authority")));
		return assertion.serialize();
	}

	private ApplicationContextRunner given(Path assertion) {
		return this.service.withPropertyValues("platform.client-authentication-method=client_assertion",
				"platform.client-assertion-location=" + assertion);
	}

	@ParameterizedTest
	@CsvSource({ "videos, , jwt-bearer", ", , jwt-bearer", ", jwt-spiffe, jwt-spiffe" })
	void tokenRequestWhenAssertionIsInAFileThenReadForEachRequest(@Nullable String clientId, @Nullable String type,
			String sent) throws Exception {
		Path file = this.folder.resolve("token");
		String first = assertion(3_600);
		String second = assertion(7_200);
		Files.writeString(file, first + "\n");
		this.platform.issued().refreshTokens(false);
		given(file)
			.withPropertyValues("platform.client-id=" + ((clientId != null) ? clientId : ""),
					"platform.client-assertion-type=" + ((type != null) ? type : "jwt-bearer"))
			.run((context) -> {
				call(context);
				Files.writeString(file, second);
				callAgain(context);
			});
		assertThat(this.platform.tokenRequests()).extracting((form) -> form.get("client_assertion"))
			.containsExactly(first, second);
		assertThat(this.platform.tokenRequests()).allSatisfy((form) -> assertThat(form)
			.containsEntry("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:" + sent)
			.doesNotContainKeys("client_secret", "Authorization")
			.satisfies((all) -> assertThat(all.get("client_id")).isEqualTo(clientId)));
	}

	@ParameterizedTest
	@CsvSource({ "expired, expired at", "eyJhbGciOiJFUzI1NiJ9.bm8ganNvbg.c2ln, holds no signed JWT", "'', is empty" })
	void callWhenAssertionCannotBeUsedThenPropertyAndFileAreNamedAndNothingIsSent(String content, String reason)
			throws Exception {
		Path file = this.folder.resolve("token");
		Files.writeString(file, content.equals("expired") ? assertion(0) : content);
		given(file).run((context) -> {
			assertThat(catchMessage(() -> call(context))).contains("'platform.client-assertion-location' leads to",
					file.toString(), reason);
			assertThat(this.platform.tokenRequests()).isEmpty();
			Files.writeString(file, assertion(60));
			this.clock.advance(Duration.ofSeconds(10));
			call(context);
		});
	}

	@Test
	void checkWhenAssertionIsInAFileThenNoNameOfItsMethodIsMissed() throws Exception {
		Path file = Files.writeString(this.folder.resolve("token"), assertion(60));
		this.platform.documents().metadata("token_endpoint_auth_methods_supported", List.of("private_key_jwt"));
		given(file).run((context) -> {
			CheckReport report = context.getBean(PlatformDoctor.class).check(PlatformClients.DEFAULT);
			assertThat(report.finding(CheckRule.CLIENT_SUPPORT)).map(CheckFinding::verdict)
				.hasValue(CheckVerdict.PASSED);
			assertThat(report.finding(CheckRule.TOKEN_REQUEST)).map(CheckFinding::verdict)
				.hasValue(CheckVerdict.PASSED);
		});
	}

	@Test
	void tokenRequestWhenRefusedKeyIsReplacedInItsFileThenTriedWithoutPause() throws Exception {
		ECKey second = key("second");
		write(key("first"));
		this.platform.requireAssertions(second.toPublicJWK());
		signing(this.service).run((context) -> {
			assertThat(catchMessage(() -> call(context))).contains("invalid_client");
			assertThat(catchMessage(() -> call(context))).contains("next attempt at");
			write(second);
			Awaitility.await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> call(context));
		});
		assertThat(this.platform.tokenRequests()).extracting(ClientAuthenticationTests::keyId)
			.containsExactly("first", "second");
	}

	@ParameterizedTest
	@CsvSource({ "private_key_jwt", "tls_client_auth" })
	void tokenRequestWhenRefusedBundleIsReplacedThenTriedWithoutPause(String method) throws Exception {
		Path second = TestKeyStores.create(this.folder, "second", "EC");
		this.platform.tokenEndpoint().next(TestResponse.error(401, "invalid_client"));
		bundle(method, TestKeyStores.create(this.folder, "first", "EC")).run((context) -> {
			assertThat(catchMessage(() -> call(context))).contains("invalid_client");
			assertThat(catchMessage(() -> call(context))).contains("next attempt at");
			SslStoreBundle stores = SslStoreBundle.of(TestKeyStores.load(second), TestKeyStores.PASSWORD, null);
			context.getBean(SslBundleRegistry.class).updateBundle("client", SslBundle.of(stores));
			call(context);
		});
		assertThat(this.platform.tokenRequests()).hasSize(2);
	}

	@Test
	void tokenRequestWhenRefusedBundleIsReplacedByTheSameThenStillPaused() throws Exception {
		Path store = TestKeyStores.create(this.folder, "first", "EC");
		this.platform.tokenEndpoint().next(TestResponse.error(401, "invalid_client"));
		bundle("tls_client_auth", store).run((context) -> {
			assertThat(catchMessage(() -> call(context))).contains("invalid_client");
			SslStoreBundle stores = SslStoreBundle.of(TestKeyStores.load(store), TestKeyStores.PASSWORD, null);
			context.getBean(SslBundleRegistry.class).updateBundle("client", SslBundle.of(stores));
			assertThat(catchMessage(() -> call(context))).contains("next attempt at");
		});
		assertThat(this.platform.tokenRequests()).hasSize(1);
	}

	private ApplicationContextRunner bundle(String method, Path store) {
		return this.service.withPropertyValues("platform.client-authentication-method=" + method,
				"platform.client-key.bundle=client", "spring.ssl.bundle.jks.client.keystore.location=" + store,
				"spring.ssl.bundle.jks.client.keystore.password=" + TestKeyStores.PASSWORD);
	}

	private static String catchMessage(Runnable call) {
		try {
			call.run();
		}
		catch (RuntimeException ex) {
			return String.valueOf(ex.getMessage());
		}
		throw new AssertionError("no failure");
	}

	@ParameterizedTest
	@CsvSource({ "client_secret_basic", "client_secret_post" })
	void tokenRequestWhenMethodIsConfiguredThenUsed(String method) {
		this.platform.documents()
			.metadata("token_endpoint_auth_methods_supported", List.of("client_secret_post", "client_secret_basic"));
		this.service.withPropertyValues("platform.client-secret=s", "platform.client-authentication-method=" + method)
			.run(ClientAuthenticationTests::call);
		assertThat(this.platform.requests("/token")).extracting(RecordedRequest::clientAuthenticationMethod)
			.containsExactly(method);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					client-authentication-method=private_key_jwt                                   | client-key.location
					client-authentication-method=private_key_jwt; client-key.location=/missing.jwk | client-key.location
					client-authentication-method=private_key_jwt; client-key.bundle=missing        | client-key.bundle
					client-authentication-method=private_key_jwt; client-key.location=a; client-key.bundle=b | client-key.location
					client-authentication-method=private_key_jwt; client-key.location=a; client-secret=hunter2 | client-authentication-method
					client-authentication-method=client_secret_basic                               | client-secret
					client-authentication-method=client_secret_post; client-secret=hunter2; client-key.location=a | client-authentication-method
					client-authentication-method=tls_client_auth; client-secret=hunter2            | client-authentication-method
					client-authentication-method=tls_client_auth; client-key.location=a            | client-authentication-method
					client-authentication-method=tls_client_auth                                   | client-key.bundle
					client-authentication-method=tls_client_auth; client-key.bundle=missing        | client-key.bundle
					client-authentication-method=none                                              | client-authentication-method
					client-authentication-method=none; client-secret=hunter2                       | client-authentication-method
					client-secret=hunter2; client-secret-location=a                                | client-secret-location
					client-key.location=a                                                          | client-authentication-method
					client-authentication-method=client_assertion                                  | client-assertion-location
					client-authentication-method=client_assertion; client-assertion-location=a; client-key.location=b | client-authentication-method
					client-authentication-method=client_assertion; client-assertion-location=a; client-secret=hunter2 | client-authentication-method
					client-authentication-method=private_key_jwt; client-assertion-location=a      | client-authentication-method
					client-assertion-location=a                                                    | client-authentication-method
					client-secret=hunter2; token-request.parameters.scope=a                        | token-request.parameters.scope
					client-secret=hunter2; token-request.parameters.audience=                      | token-request.parameters.audience
					""")
	void startWhenPropertiesContradictThenStops(String properties, String property) {
		this.service
			.withPropertyValues(
					List.of(properties.split("; ")).stream().map((value) -> "platform." + value).toArray(String[]::new))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(PlatformConfigurationException.class,
						(ex) -> assertThat(ex.getProperty()).isEqualTo("platform." + property))
				.hasMessageNotContaining("hunter2"));
	}

}
