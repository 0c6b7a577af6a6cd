package io.videoplatform.samples.localplatform;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Clock;

import io.videoplatform.testing.MovableClock;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/**
 * Test that drives a local platform on a random port.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = "local-platform.max-upload-size=1MB")
@Import({ PlatformClient.class, LocalPlatformTest.Time.class })
@interface LocalPlatformTest {

	/**
	 * A clock that tests put ahead of the system's.
	 */
	@TestConfiguration(proxyBeanMethods = false)
	class Time {

		@Bean
		@Primary
		MovableClock movableClock() {
			return new MovableClock(Clock.systemUTC());
		}

	}

}
