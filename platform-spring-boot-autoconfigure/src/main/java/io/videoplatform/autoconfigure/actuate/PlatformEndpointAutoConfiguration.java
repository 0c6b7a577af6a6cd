package io.videoplatform.autoconfigure.actuate;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.engine.PlatformSettings;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Auto-configuration of the actuator endpoint {@code platform}, and of what other
 * endpoints must not show.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(PlatformEngine.class)
public final class PlatformEndpointAutoConfiguration {

	PlatformEndpointAutoConfiguration() {
	}

	@Bean
	static SanitizingFunction platformSanitizingFunction(ConfigurableEnvironment environment,
			ObjectProvider<PlatformSettings> settings) {
		return SecretProperties.sanitizer(environment, settings::getIfAvailable);
	}

	@Bean
	@ConditionalOnAvailableEndpoint
	@ConditionalOnMissingBean
	PlatformEndpoint platformEndpoint(PlatformEngine engine, PlatformDoctor doctor) {
		return new PlatformEndpoint(engine, doctor);
	}

}
