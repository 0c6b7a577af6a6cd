package io.videoplatform.test.app;

import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Test classes that run at the same time, each with an application context of its own.
 */
class ParallelTests {

	private static void callsHaveTheirOwnStubs(String name, Videos videos, MockPlatform platform) {
		for (int i = 0; i < 20; i++) {
			String title = "\"%s %d\"".formatted(name, i);
			platform.stub("videos", title);
			assertThat(videos.titles()).isEqualTo(title);
			platform.expire();
		}
		assertThat(platform.apiRequests()).hasSize(20);
		assertThat(platform.tokenRequests()).hasSize(20);
	}

	@Nested
	@SpringBootTest(webEnvironment = WebEnvironment.NONE, properties = "name=One")
	@AutoConfigureMockPlatform
	@Execution(ExecutionMode.CONCURRENT)
	class One {

		@Test
		void titlesWhenAnotherContextIsTestedThenOwn(@Autowired Videos videos, MockPlatform platform) {
			callsHaveTheirOwnStubs("One", videos, platform);
		}

	}

	@Nested
	@SpringBootTest(webEnvironment = WebEnvironment.NONE, properties = "name=Two")
	@AutoConfigureMockPlatform
	@Execution(ExecutionMode.CONCURRENT)
	class Two {

		@Test
		void titlesWhenAnotherContextIsTestedThenOwn(@Autowired Videos videos, MockPlatform platform) {
			callsHaveTheirOwnStubs("Two", videos, platform);
		}

	}

}
