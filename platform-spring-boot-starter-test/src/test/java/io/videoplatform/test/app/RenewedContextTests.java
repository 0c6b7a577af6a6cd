package io.videoplatform.test.app;

import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
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

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that calls the platform while it starts, and starts anew for each test.
 */
@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@AutoConfigureMockPlatform
@Import(RenewedContextTests.CallsAtStart.class)
@DirtiesContext(classMode = ClassMode.BEFORE_EACH_TEST_METHOD)
class RenewedContextTests {

	@Test
	void firstTestWhenContextIsRenewedThenReset(@Autowired Videos videos, MockPlatform platform) {
		assertThat(platform.apiRequests()).isEmpty();
		assertThat(platform.tokenRequests()).isEmpty();
		assertThat(videos.titles()).isEqualTo("[]");
		assertThat(platform.apiRequests()).extracting(ApiRequest::status).containsExactly(200);
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
