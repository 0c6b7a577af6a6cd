package io.videoplatform.autoconfigure.actuate;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.autoconfigure.PlatformProperties;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.registration.ClientAuthentication;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The location of a secret may be the secret itself, and is not shown then.
 */
@ExtendWith(OutputCaptureExtension.class)
class SecretLocationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String CANARY = Base64.getEncoder().encodeToString("canary".getBytes(StandardCharsets.UTF_8));

	private final TestPlatform platform = new TestPlatform();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private static boolean isShown(String key, String value) {
		SanitizableData data = new SanitizableData(null, key, value);
		return value.equals(
				SecretProperties.sanitizer(new StandardEnvironment(), () -> null).applyUnlessFiltered(data).getValue());
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform.password-location", "platform.client-secret-location",
			"platform.client-assertion-location", "PLATFORM_CLIENTS_MY_JOBS_CLIENTASSERTIONLOCATION",
			"platform.client-key.location", "platform.clients.my-jobs.clientSecretLocation",
			"platform.clients[jobs].client_key.location", "PLATFORM_PASSWORD_LOCATION",
			"PLATFORM_CLIENTS_MY_JOBS_CLIENT_KEY_LOCATION", "platform.CLIENTSECRET-LOCATION" })
	void sanitizeWhenLocationIsTheSecretThenHiddenHoweverItIsSpelled(String key) {
		assertThat(isShown(key, "base64:" + CANARY)).isFalse();
		assertThat(isShown(key, "/run/secrets/it")).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "base64:Y2FuYXJ5", " base64:Y2FuYXJ5 ", "BASE64:Y2FuYXJ5", "optional:base64:Y2FuYXJ5",
			"data:text/plain,canary", "vault:canary", "{\"kty\":\"EC\",\"d\":\"canary\"}",
			"-----BEGIN PRIVATE KEY-----", "canary\nof-two-lines", "https://me:canary@vault.example/secret",
			"https://vault.example/canary", "jar:https://me:canary@vault.example/a.jar!/secret" })
	void sanitizeWhenLocationIsNoneOfAFileThenHidden(String location) {
		assertThat(isShown("platform.password-location", location)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/run/secrets/password", "secrets/password", "C:\\secrets\\password", "c:/secrets/it",
			"file:/run/secrets/password", "FILE:/run/secrets/password", "classpath:password", "classpath*:password",
			"/run/base64:password", "" })
	void sanitizeWhenLocationIsThatOfAFileThenShown(String location) {
		assertThat(isShown("platform.password-location", location)).isTrue();
	}

	@Test
	void sanitizeWhenLocationIsNoneOfASecretThenShown() {
		assertThat(isShown("spring.ssl.bundle.jks.a.keystore.location", "base64:Y2FuYXJ5")).isTrue();
		assertThat(isShown("platform.store.jdbc.schema-location", "base64:Y2FuYXJ5")).isTrue();
	}

	@Test
	void toStringWhenLocationsAreSetThenShowsNone() {
		ClientAuthentication authentication = new ClientAuthentication(null, "bundle", "base64:key", "id",
				"base64:secret", "base64:password",
				new ClientAuthentication.Assertion("base64:assertion", "jwt-bearer", true));
		assertThat(authentication).hasToString("ClientAuthentication[default]");
		assertThat(new PlatformProperties.ClientKey(null, "base64:key", "id").toString()).doesNotContain("base64");
	}

	@Test
	void tokenRequestWhenSecretsAreInTheLocationsThenSentAndNothingPrinted(CapturedOutput output) {
		this.runner
			.withPropertyValues("platform.username=developer", "platform.client-id=app",
					"platform.password-location=base64:" + CANARY, "platform.client-secret-location=base64:" + CANARY,
					"platform.client-authentication-method=client_secret_post", "logging.level.io.videoplatform=trace")
			.run((context) -> {
				context.getBean("platformWebClient", WebClient.class)
					.get()
					.uri("videos")
					.retrieve()
					.toBodilessEntity()
					.block(PATIENCE);
				assertThat(context.getBean(PlatformSettings.class).toString()).doesNotContain(CANARY);
				assertThat(context.getBean(PlatformProperties.class).toString()).doesNotContain(CANARY);
			});
		assertThat(this.platform.tokenRequests()).singleElement()
			.satisfies((form) -> assertThat(form)
				.containsAllEntriesOf(Map.of("password", "canary", "client_secret", "canary")));
		assertThat(output).doesNotContain(CANARY);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			platform.password-location      | base64:Y2FuYXJ5_
			platform.password-location      | BASE64:Y2FuYXJ5
			platform.client-secret-location | optional:base64:Y2FuYXJ5
			platform.client-secret-location | data:,Y2FuYXJ5
			platform.client-key.location    | {"d":"Y2FuYXJ5"}
			platform.client-key.location    | base64:Y2FuYXJ5
			""")
	void startWhenLocationIsNoneOfASecretThenSentenceWithoutIt(String property, String location) {
		String[] others = property.contains("key")
				? new String[] { "platform.grant-type=client_credentials",
						"platform.client-authentication-method=private_key_jwt" }
				: new String[] { "platform.username=developer",
						property.contains("password") ? "platform.client-secret=s" : "platform.password=p" };
		this.runner.withPropertyValues(others)
			.withPropertyValues("platform.client-id=app", property + "=" + location)
			.run((context) -> assertUnusable(context.getStartupFailure(), property));
	}

	private static void assertUnusable(Throwable failure, String property) {
		assertThat(failure).rootCause()
			.isInstanceOfSatisfying(PlatformConfigurationException.class,
					(ex) -> assertThat(ex.getProperty()).isEqualTo(property));
		assertThat(failure).hasStackTraceContaining(property);
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			assertThat(cause.getMessage()).doesNotContain("Y2FuYXJ5", "canary");
		}
	}

}
