package io.videoplatform.test;

import java.util.stream.Stream;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.client.PlatformClients;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Applications with the properties of production, of which the mock replaces some.
 */
class MockPlatformAutoConfigurationTests {

	private static ApplicationContextRunner runner(String properties) {
		return new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(MockPlatformAutoConfiguration.class, PlatformAutoConfiguration.class))
			.withPropertyValues("platform.root-url=https://api.example.invalid", "platform.client-id=web")
			.withPropertyValues(
					Stream.of(properties.split("; ")).map((property) -> "platform." + property).toArray(String[]::new));
	}

	private static String grantType(ApplicationContext context) {
		MockPlatform platform = context.getBean(MockPlatform.class);
		context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT).token();
		return platform.tokenRequests().get(0).grantType();
	}

	@ParameterizedTest
	@ValueSource(strings = { "client-secret=in-production", "client-secret=in-production; username= ",
			"client-secret-location=/run/secrets/platform",
			"client-authentication-method=private_key_jwt; client-key.location=/run/secrets/key",
			"client-authentication-method=tls_client_auth; client-key.bundle=key" })
	void startWhenGrantIsAmbiguousThenFailsAsInProduction(String properties) {
		runner(properties).run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(PlatformConfigurationException.class)
			.hasMessageStartingWith("Property 'platform.grant-type' is not set"));
		runner(properties + "; grant-type=client_credentials")
			.run((context) -> assertThat(grantType(context)).isEqualTo("client_credentials"));
	}

	@Test
	void startWhenSecretIsBlankThenUsesAnAccount() {
		runner("client-secret=").run((context) -> assertThat(grantType(context)).isEqualTo("password"));
	}

	@Test
	void callWhenClientIdOfAnotherPlatformIsBlankThenFailsAsInProduction() {
		runner("clients.customer.root-url=https://video.customer.invalid; clients.customer.client-id=")
			.run((context) -> assertThatExceptionOfType(PlatformAuthorizationException.class)
				.isThrownBy(() -> context.getBean(PlatformClients.class).get("customer").token())
				.withMessageContaining("No credentials are set"));
	}

	/**
	 * It would read the documents between a test's reset and its faults.
	 */
	@Test
	void startWhenNothingIsSaidThenDiscoveryIsNotWarmedUp() {
		runner("username=me").run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("platformWarmUp"));
		runner("discovery.warm-up=true").run((context) -> assertThat(context).hasBean("platformWarmUp"));
	}

}
