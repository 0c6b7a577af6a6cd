package io.videoplatform.test.app;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

import io.videoplatform.autoconfigure.PlatformConnectionDetails;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application has of its own stays: connection details and a clock.
 */
@SpringBootTest(webEnvironment = WebEnvironment.NONE, properties = "platform.discovery.warm-up=false")
@AutoConfigureMockPlatform
class OwnConnectionTests {

	private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

	@Test
	void startWhenOwnDetailsThenTheyAreUsed(@Autowired PlatformClients clients, MockPlatform platform) {
		assertThat(clients.get("platform").snapshot().baseUrl()).hasHost("127.0.0.2");
		assertThat(platform.tokenRequests()).isEmpty();
	}

	@Test
	void clockWhenInjectedThenTheApplicationsOwn(@Autowired Clock clock, @Autowired PlatformClients clients,
			MockPlatform platform) {
		assertThat(clock.instant()).isEqualTo(NOON);
		assertThat(clients.get("platform").snapshot().time()).isBetween(platform.clock().instant().minusSeconds(60),
				platform.clock().instant());
	}

	/**
	 * The application's own.
	 */
	@TestConfiguration(proxyBeanMethods = false)
	static class Own {

		@Bean
		PlatformConnectionDetails ownDetails() {
			return () -> "http://127.0.0.2:9";
		}

		@Bean
		Clock clock() {
			return Clock.fixed(NOON, ZoneOffset.UTC);
		}

	}

}
