package io.videoplatform.benchmarks.call;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.benchmarks.stub.StubPlatform;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.restclient.observation.ObservationRestClientCustomizer;
import org.springframework.boot.webclient.observation.ObservationWebClientCustomizer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.web.reactive.function.client.DefaultClientRequestObservationConvention;

/**
 * A {@link CallApplication} with a meter registry, which ends with another application.
 * The registry is not that of Boot's actuator: the other clients, and the applications of
 * the load runs, would then have one, too.
 */
final class MeteredApplication {

	private MeteredApplication() {
	}

	static ConfigurableApplicationContext start(ConfigurableApplicationContext other, StubPlatform platform) {
		ConfigurableApplicationContext context = CallApplication
			.start(new SpringApplication(CallApplication.class, Metrics.class), platform);
		ApplicationListener<ContextClosedEvent> end = (closed) -> context.close();
		other.addApplicationListener(end);
		return context;
	}

	/**
	 * Same as Boot's auto-configurations for metrics without traces.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Metrics {

		@Bean
		MeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

		@Bean
		ObservationRegistry observationRegistry(MeterRegistry meters) {
			ObservationRegistry observations = ObservationRegistry.create();
			observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
			return observations;
		}

		@Bean
		ObservationWebClientCustomizer observationWebClientCustomizer(ObservationRegistry observations) {
			return new ObservationWebClientCustomizer(observations, new DefaultClientRequestObservationConvention());
		}

		@Bean
		ObservationRestClientCustomizer observationRestClientCustomizer(ObservationRegistry observations) {
			return new ObservationRestClientCustomizer(observations,
					new org.springframework.http.client.observation.DefaultClientRequestObservationConvention());
		}

	}

}
