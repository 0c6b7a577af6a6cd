package io.videoplatform.test.app;

import java.time.Duration;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Applications that use discovered documents for longer than others do: no test finds
 * those of the one before.
 */
class LongLivedDocumentsTests {

	private static void assertReadAgain(Videos videos, MockPlatform platform) {
		platform.stub("videos", "[]").discovery().failNext(500);
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(videos::titles);
		platform.advance(Duration.ofMinutes(1));
		assertThat(videos.titles()).isEqualTo("[]");
	}

	@Nested
	@SpringBootTest(webEnvironment = WebEnvironment.NONE, properties = "platform.discovery.min-lifetime=7d")
	@AutoConfigureMockPlatform
	class Fresh {

		@RepeatedTest(2)
		void titlesWhenDiscoveryFailsThenFailure(@Autowired Videos videos, @Autowired MockPlatform platform) {
			assertReadAgain(videos, platform);
		}

	}

	@Nested
	@SpringBootTest(webEnvironment = WebEnvironment.NONE, properties = "platform.discovery.stale-if-error=7d")
	@AutoConfigureMockPlatform
	class Stale {

		@RepeatedTest(2)
		void titlesWhenDiscoveryFailsThenFailure(@Autowired Videos videos, @Autowired MockPlatform platform) {
			assertReadAgain(videos, platform);
		}

	}

}
