package io.videoplatform.autoconfigure;

import java.time.Clock;

import io.videoplatform.internal.engine.MonotonicClock;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;

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
			.withBean("platformClock", Clock.class, () -> ENGINE,
					(definition) -> ((AbstractBeanDefinition) definition).setDefaultCandidate(false))
			.run((context) -> {
				assertThat(clock(context.getBean(PlatformEngine.class))).isSameAs(ENGINE);
				assertThat(context.getBean(Clock.class)).isSameAs(APPLICATION);
			});
	}

}
