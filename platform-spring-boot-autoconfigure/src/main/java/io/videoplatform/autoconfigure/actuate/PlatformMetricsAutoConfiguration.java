package io.videoplatform.autoconfigure.actuate;

import io.micrometer.core.instrument.MeterRegistry;
import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.internal.engine.PlatformEngine;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the meters of the engine. What the engine observes needs none: it
 * goes to the application's {@code ObservationRegistry}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class, afterName = {
		"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
		"org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ PlatformEngine.class, MeterRegistry.class })
public final class PlatformMetricsAutoConfiguration {

	PlatformMetricsAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	PlatformMeterBinder platformMeterBinder(PlatformEngine engine) {
		return new PlatformMeterBinder(engine);
	}

	@Bean
	@ConditionalOnMissingBean
	ProblemMeterBinder platformProblemMeterBinder() {
		return new ProblemMeterBinder();
	}

}
