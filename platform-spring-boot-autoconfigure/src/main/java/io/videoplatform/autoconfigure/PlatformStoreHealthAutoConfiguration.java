package io.videoplatform.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health of the store that nodes share.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = { PlatformRedisStoreAutoConfiguration.class, PlatformJdbcStoreAutoConfiguration.class })
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(PlatformStore.class)
@ConditionalOnEnabledHealthIndicator("platform-store")
public final class PlatformStoreHealthAutoConfiguration {

	PlatformStoreHealthAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean(name = "platformStoreHealthIndicator")
	HealthIndicator platformStoreHealthIndicator(PlatformStore store) {
		return new StoreHealthIndicator(store);
	}

}
