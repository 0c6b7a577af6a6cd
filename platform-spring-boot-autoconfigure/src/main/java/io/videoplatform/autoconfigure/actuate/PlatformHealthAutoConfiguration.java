package io.videoplatform.autoconfigure.actuate;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.internal.engine.PlatformEngine;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health of the platform's clients and of the store that nodes
 * share. It reports what is held in memory.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class)
@ConditionalOnClass({ HealthContributor.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(PlatformEngine.class)
public final class PlatformHealthAutoConfiguration {

	PlatformHealthAutoConfiguration() {
	}

	@Bean
	@ConditionalOnEnabledHealthIndicator("platform")
	@ConditionalOnMissingBean(name = { "platformHealthContributor", "platformHealthIndicator" })
	CompositeHealthContributor platformHealthContributor(PlatformEngine engine) {
		return new PlatformHealthContributor(engine);
	}

}
