package io.videoplatform.test;

import java.time.Clock;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.autoconfigure.PlatformConnectionDetails;
import io.videoplatform.autoconfigure.PlatformProperties;
import io.videoplatform.internal.engine.LoginClients;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.PropertySource;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Auto-configuration of a {@link MockPlatform} that the application's clients call.
 * Discovery is not warmed up, which could read its documents just before a test lets them
 * fail, unless a property of the application says so.
 */
@AutoConfiguration(before = PlatformAutoConfiguration.class)
@PropertySource("classpath:io/videoplatform/test/mock-platform.properties")
final class MockPlatformAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	MockPlatform mockPlatform() {
		return new MockPlatform();
	}

	@Bean
	@ConditionalOnMissingBean(PlatformConnectionDetails.class)
	MockPlatformConnectionDetails mockPlatformConnectionDetails(MockPlatform platform,
			ObjectProvider<PlatformProperties> properties) {
		return new MockPlatformConnectionDetails(platform, properties);
	}

	/**
	 * The clock of the clients alone: the application keeps its own.
	 */
	@Bean(defaultCandidate = false)
	@ConditionalOnMissingBean(name = "platformClock")
	Clock platformClock(MockPlatform platform) {
		return platform.clock();
	}

	/**
	 * Not lazy: it hears of the start of the application, which ends here in a test
	 * without Spring Boot. Contexts below this one start later.
	 */
	@Bean
	@Lazy(false)
	ApplicationListener<ContextRefreshedEvent> mockPlatformRefresh(MockPlatform platform, ApplicationContext context) {
		return (event) -> {
			if (event.getApplicationContext() == context) {
				platform.started();
			}
		};
	}

	/**
	 * Not lazy: with Spring Boot the start ends here.
	 */
	@Bean
	@Lazy(false)
	ApplicationListener<ApplicationReadyEvent> mockPlatformStart(MockPlatform platform) {
		return (event) -> platform.started();
	}

	/**
	 * Not lazy: it is known before the first reset.
	 */
	@Bean
	@Lazy(false)
	SmartInitializingSingleton mockPlatformTime(MockPlatform platform, ObjectProvider<PlatformProperties> properties) {
		return () -> properties.ifAvailable(
				(all) -> platform.discoveryLasts(all.discovery().minLifetime(), all.discovery().staleIfError()));
	}

	/**
	 * Not lazy: a user may be there before anything else.
	 */
	@Bean
	@Lazy(false)
	SmartInitializingSingleton mockPlatformUsers(MockPlatform platform, ObjectProvider<LoginClients> logins) {
		return () -> logins
			.ifAvailable((clients) -> clients.resolver().useTestLogins(new TestUsers(platform, clients)));
	}

}
