package io.videoplatform.test.app;

import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.annotation.DirtiesContext.MethodMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that calls the platform while it starts, and starts anew for a test.
 */
class RenewedContextTests {

	@SpringBootTest(webEnvironment = WebEnvironment.NONE)
	@AutoConfigureMockPlatform
	@Import(CallsAtStart.class)
	abstract static class AbstractTests {

		@Autowired
		private Videos videos;

		void assertReset(MockPlatform platform) {
			assertThat(platform.apiRequests()).isEmpty();
			assertThat(platform.tokenRequests()).isEmpty();
			assertThat(this.videos.titles()).isEqualTo("[]");
			assertThat(platform.apiRequests()).extracting(ApiRequest::status).containsExactly(200);
		}

	}

	@Nested
	class BeforeOneMethod extends AbstractTests {

		@Test
		@DirtiesContext(methodMode = MethodMode.BEFORE_METHOD)
		void firstTestWhenContextIsRenewedThenReset(MockPlatform platform) {
			assertReset(platform);
		}

	}

	@Nested
	@DirtiesContext(classMode = ClassMode.BEFORE_EACH_TEST_METHOD)
	class BeforeEachMethod extends AbstractTests {

		@Test
		void firstTestWhenContextIsRenewedThenReset(MockPlatform platform) {
			assertReset(platform);
		}

	}

	@Nested
	@DirtiesContext(classMode = ClassMode.AFTER_EACH_TEST_METHOD)
	class AfterEachMethod extends AbstractTests {

		@Test
		void oneTestWhenContextIsRenewedThenReset(MockPlatform platform) {
			assertReset(platform);
		}

		@Test
		void anotherTestWhenContextIsRenewedThenReset(MockPlatform platform) {
			assertReset(platform);
		}

	}

	@TestConfiguration(proxyBeanMethods = false)
	static class CallsAtStart {

		CallsAtStart(MockPlatform platform) {
			platform.stub("videos", "[]");
		}

		@Bean
		ApplicationRunner callAtStart(Videos videos) {
			return (arguments) -> videos.titles();
		}

	}

}
