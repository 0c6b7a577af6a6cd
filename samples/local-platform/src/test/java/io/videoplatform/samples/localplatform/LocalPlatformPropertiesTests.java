package io.videoplatform.samples.localplatform;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LocalPlatformProperties}.
 */
class LocalPlatformPropertiesTests {

	private final ApplicationContextRunner context = new ApplicationContextRunner()
		.withUserConfiguration(Settings.class);

	@ParameterizedTest
	@ValueSource(strings = { "username=", "password=", "access-token-lifetime=0s", "refresh-token-lifetime=-1m",
			"token-endpoint-delay=-1s", "webfinger-lifetime=-1s", "configuration-lifetime=-1s" })
	void bindWhenValueMakesNoSenseThenNamesProperty(String setting) {
		String name = "local-platform." + setting.substring(0, setting.indexOf('='));
		this.context.withPropertyValues("local-platform." + setting)
			.run((started) -> assertThat(started).getFailure().rootCause().hasMessageContaining(name));
	}

	@EnableConfigurationProperties(LocalPlatformProperties.class)
	@Configuration(proxyBeanMethods = false)
	static class Settings {

	}

}
