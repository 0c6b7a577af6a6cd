package io.videoplatform.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

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
@AutoConfiguration(after = { PlatformAutoConfiguration.class, PlatformRedisStoreAutoConfiguration.class,
		PlatformJdbcStoreAutoConfiguration.class })
@ConditionalOnClass({ HealthContributor.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(PlatformEngine.class)
public final class PlatformHealthAutoConfiguration {

	PlatformHealthAutoConfiguration() {
	}

	@Bean
	@ConditionalOnEnabledHealthIndicator("platform")
	@ConditionalOnMissingBean(name = { "platformHealthContributor", "platformHealthIndicator" })
	CompositeHealthContributor platformHealthContributor(PlatformEngine engine) {
		Map<String, HealthContributor> parts = new LinkedHashMap<>();
		parts.put("clients", clients(engine));
		PlatformStore store = engine.context().store();
		if (store != null) {
			parts.put("store", new StoreHealthIndicator(store));
		}
		return CompositeHealthContributor.fromMap(parts);
	}

	private static HealthContributor clients(PlatformEngine engine) {
		Map<String, HealthContributor> clients = new LinkedHashMap<>();
		engine.clients()
			.names()
			// A slash would be a path of the endpoint
			.forEach((name) -> clients.put(name.replace('/', '-'),
					new ClientHealthIndicator(() -> ClientReport.of(engine, name))));
		return CompositeHealthContributor.fromMap(clients);
	}

}
