package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;

import javax.sql.DataSource;

import io.videoplatform.autoconfigure.store.PlatformStoreAutoConfiguration;
import io.videoplatform.internal.engine.MonotonicClock;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.store.StoreStatus.Problem;
import io.videoplatform.testing.MovableClock;
import org.h2.jdbcx.JdbcDataSource;
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

	private static DataSource database() {
		JdbcDataSource database = new JdbcDataSource();
		database.setURL("jdbc:h2:mem:clock");
		return database;
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

	@Test
	void startWhenAClockIsQualifiedThenTheStoreHasItToo() {
		this.runner.withConfiguration(AutoConfigurations.of(PlatformStoreAutoConfiguration.class))
			.withBean("clock", Clock.class, () -> APPLICATION)
			.withUserConfiguration(QualifiedClock.class)
			.withBean(DataSource.class, EngineClockTests::database)
			.withPropertyValues("platform.store.type=jdbc", "platform.store.jdbc.initialize-schema=never",
					"platform.store.encryption.keys=MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
			.run((context) -> {
				PlatformStore store = context.getBean(PlatformStore.class);
				store.check().onErrorComplete().block(Duration.ofSeconds(20));
				assertThat(store.status().problem()).extracting(Problem::since).isEqualTo(ENGINE.instant());
			});
	}

	/**
	 * A part of the application that has to do with time.
	 *
	 * @param clock the clock of the application
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
