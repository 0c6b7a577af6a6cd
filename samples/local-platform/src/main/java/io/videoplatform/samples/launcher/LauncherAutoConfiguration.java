package io.videoplatform.samples.launcher;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of what runs beside a sample.
 *
 * @since 0.1.0
 */
@AutoConfiguration
@EnableConfigurationProperties(LauncherProperties.class)
public final class LauncherAutoConfiguration {

	@Bean
	@ConditionalOnBooleanProperty("sample.local-platform.enabled")
	LocalPlatform localPlatform(LauncherProperties properties) {
		return new LocalPlatform(properties);
	}

	@Bean
	@ConditionalOnBooleanProperty("sample.end-with-parent")
	ParentWatch parentWatch() {
		return new ParentWatch();
	}

	@Bean
	ReadyMessage readyMessage() {
		return new ReadyMessage();
	}

}
