package io.videoplatform.test.app;

import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webclient.test.autoconfigure.WebClientTest;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clients in the slices that are made for them, and with hardly any application.
 */
class ClientSliceTests {

	@Nested
	@WebClientTest(components = Videos.class, properties = "platform.store.type=redis")
	@AutoConfigureMockPlatform
	class OfWebClients {

		@Test
		void titlesWhenCalledThenAuthorized(@Autowired Videos videos, MockPlatform platform) {
			platform.stub("videos", "[]");
			assertThat(videos.titles()).isEqualTo("[]");
		}

	}

	@Nested
	@SpringJUnitConfig({ Videos.class, StubOfTheStart.class })
	@AutoConfigureMockPlatform
	class WithoutBoot {

		@Test
		void titlesWhenCalledThenAuthorized(@Autowired Videos videos, MockPlatform platform) {
			platform.stub("videos", "[]");
			assertThat(videos.titles()).isEqualTo("[]");
		}

		@Test
		void titlesWhenStubbedAtTheStartThenThatStub(@Autowired Videos videos) {
			assertThat(videos.titles()).isEqualTo("[\"Intro\"]");
		}

	}

	@TestConfiguration(proxyBeanMethods = false)
	static class StubOfTheStart {

		StubOfTheStart(MockPlatform platform) {
			platform.stub("videos", "[\"Intro\"]");
		}

	}

}
