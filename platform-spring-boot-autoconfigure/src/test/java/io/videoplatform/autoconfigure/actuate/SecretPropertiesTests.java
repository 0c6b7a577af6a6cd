package io.videoplatform.autoconfigure.actuate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.autoconfigure.PlatformConnectionDetails;
import io.videoplatform.autoconfigure.PlatformProperties;
import io.videoplatform.testing.TestPlatform;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Secrets are hidden wherever an endpoint would show their values.
 */
class SecretPropertiesTests {

	private final TestPlatform platform = new TestPlatform();

	private final StandardEnvironment environment = new StandardEnvironment();

	@AfterEach
	void close() {
		this.platform.close();
	}

	private void set(String... properties) {
		Map<String, Object> values = new LinkedHashMap<>();
		for (String property : properties) {
			values.put(property.substring(0, property.indexOf('=')), property.substring(property.indexOf('=') + 1));
		}
		this.environment.getPropertySources().addFirst(new MapPropertySource("test", values));
	}

	private boolean isShown(String key, @Nullable Object value) {
		return isShown(SecretProperties.sanitizer(this.environment, () -> null), key, value);
	}

	private static boolean isShown(SanitizingFunction sanitizer, String key, @Nullable Object value) {
		return sanitizer.applyUnlessFiltered(new SanitizableData(null, key, value)).getValue() == value;
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform.password", "platform.client-secret", "platform.proxy.password",
			"platform.clients.jobs.password", "platform.clients[my.jobs].clientSecret",
			"platform.store.encryption.index-key", "platform.store.encryption.keys[0]",
			"platform.token-request.parameters.api_key" })
	void sanitizeWhenAnotherPropertyHasTheValueThenHidden(String secret) {
		set("my.variable=canary", secret + "=${my.variable}");
		assertThat(isShown("my.variable", "canary")).isFalse();
		assertThat(isShown("another", "before canary, after")).isFalse();
		assertThat(isShown("another", "canar")).isTrue();
		assertThat(isShown("another", null)).isTrue();
	}

	@Test
	void sanitizeWhenSecretIsAnEnvironmentVariableThenItsValueIsHidden() {
		this.environment.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource("env",
					Map.of("PLATFORM_CLIENTS_JOBS_CLIENTSECRET", " canary ", "MY_VARIABLE", "canary")));
		assertThat(isShown("MY_VARIABLE", "canary")).isFalse();
	}

	@Test
	void sanitizeWhenThereAreSeveralKeysThenEachIsHidden() {
		set("platform.store.encryption.keys=canary-1, canary-2");
		assertThat(List.of("canary-1", "canary-2")).noneMatch((key) -> isShown("my.key", key));
	}

	@Test
	void sanitizeWhenValueIsShortOrPublicThenOthersAreShown() {
		set("platform.password=short", "platform.client-id=canary-id",
				"platform.token-request.parameters.audience=https://api.example.com",
				"platform.password-location=/run/secrets/it");
		assertThat(isShown("another", "it is short")).isTrue();
		assertThat(isShown("another", "canary-id")).isTrue();
		assertThat(isShown("platform.root-url", "https://api.example.com")).isTrue();
		assertThat(isShown("another", "/run/secrets/it")).isTrue();
	}

	@Test
	void sanitizeWhenSecretIsTheLocationThenHidden() {
		set("platform.password-location=base64:Y2FuYXJ5");
		assertThat(isShown("my.variable", "base64:Y2FuYXJ5")).isFalse();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			SPRING_APPLICATION_JSON | {"platform":{"password":"a\"b"}}
			spring.application.json | {"platform.clientSecret":"ab"}
			sun.java.command        | app.jar --server.port=1 --platform.password=ab
			JAVA_TOOL_OPTIONS       | -Xmx1g -Dplatform.clients.jobs.client-secret=ab
			JAVA_OPTS               | -Dplatform.client-key.location=ab
			JDK_JAVA_OPTIONS        | -Dplatform.store.encryption.keys=ab
			_JAVA_OPTIONS           | -DPLATFORM_PASSWORD=ab
			""")
	void sanitizeWhenPropertiesAreInsideThenHidden(String key, String value) {
		assertThat(isShown(key, value)).isFalse();
		assertThat(isShown("another", value)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform.clients.password-jobs.client-id", "platform.clients.client-secret.scope",
			"my.password" })
	void sanitizeWhenNameOnlyHoldsThatOfASecretThenShown(String property) {
		assertThat(isShown(property, "canary")).isTrue();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			SPRING_APPLICATION_JSON | {"platform":{"root-url":"https://api.example.com"}}
			sun.java.command        | io.videoplatform.App --platform.username=me
			JAVA_TOOL_OPTIONS       | -Xmx1g
			""")
	void sanitizeWhenNoSecretIsInsideThenShown(String key, String value) {
		assertThat(isShown(key, value)).isTrue();
	}

	@Test
	void sanitizeWhenConnectionDetailsHaveTheSecretThenHidden() {
		PlatformConnectionDetails details = new PlatformConnectionDetails() {

			@Override
			public String getRootUrl() {
				return SecretPropertiesTests.this.platform.rootUrl();
			}

			@Override
			public Credentials getCredentials(String client) {
				return new Credentials(PlatformProperties.GrantType.CLIENT_CREDENTIALS, "app", "canary-secret", null,
						null);
			}

		};
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class,
					PlatformAutoConfiguration.class, PlatformEndpointAutoConfiguration.class))
			.withPropertyValues("platform.discovery.warm-up=false")
			.withBean(PlatformConnectionDetails.class, () -> details)
			.run((context) -> assertThat(
					isShown(context.getBean(SanitizingFunction.class), "SERVICES", "{\"secret\":\"canary-secret\"}"))
				.isFalse());
	}

}
