package io.videoplatform.autoconfigure;

import java.time.Clock;

import io.videoplatform.internal.engine.MonotonicClock;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which clock is the engine's.
 */
class EngineClockTests {

	private static final Clock APPLICATION = Clock.systemUTC();

	private static final Clock ENGINE = new MovableClock();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(WebClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withPropertyValues("platform.root-url=https://api.example.com", "platform.discovery.warm-up=false");

	private static Clock clock(PlatformEngine engine) {
		return engine.context().clock();
	}

	@Test
	void startWhenTheApplicationHasAClockThenMonotonicOneAllTheSame() {
		this.runner.withBean("clock", Clock.class, () -> APPLICATION)
			.run((context) -> assertThat(clock(context.getBean(PlatformEngine.class)))
				.isInstanceOf(MonotonicClock.class));
	}

	@Test
	void startWhenAClockIsQualifiedThenItAndTheApplicationKeepsItsOwn() {
		this.runner.withBean("clock", Clock.class, () -> APPLICATION)
			.withUserConfiguration(QualifiedClock.class)
			.withBean(Appointments.class)
			.run((context) -> {
				assertThat(clock(context.getBean(PlatformEngine.class))).isSameAs(ENGINE);
				assertThat(context.getBean(Appointments.class).clock()).isSameAs(APPLICATION);
			});
	}

	/**
	 * A part of the application that has to do with time.
	 */
	record Appointments(Clock clock) {

	}

	@Configuration(proxyBeanMethods = false)
	static class QualifiedClock {

		@Bean(defaultCandidate = false)
		Clock platformClock() {
			return ENGINE;
		}

	}

}
