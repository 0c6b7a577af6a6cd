package io.videoplatform.test.app;

import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webclient.test.autoconfigure.WebClientTest;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Slices of an application that shares a store in production.
 */
class StoreSliceTests {

	private static void assertAuthorized(Videos videos, MockPlatform platform) {
		platform.stub("videos", "[]");
		assertThat(videos.titles()).isEqualTo("[]");
	}

	@Nested
	@WebMvcTest(controllers = PlatformPage.class, properties = "platform.store.type=redis")
	@AutoConfigureMockPlatform
	@Import(Videos.class)
	class OfWebMvc {

		@Test
		void titlesWhenCalledThenAuthorized(@Autowired Videos videos, MockPlatform platform) {
			assertAuthorized(videos, platform);
		}

	}

	@Nested
	@WebFluxTest(controllers = PlatformPage.class, properties = "platform.store.type=redis")
	@AutoConfigureMockPlatform
	@Import(Videos.class)
	class OfWebFlux {

		@Test
		void titlesWhenCalledThenAuthorized(@Autowired Videos videos, MockPlatform platform) {
			assertAuthorized(videos, platform);
		}

	}

	@Nested
	@WebClientTest(components = Videos.class, properties = "platform.store.type=redis")
	@AutoConfigureMockPlatform
	class OfWebClients {

		@Test
		void titlesWhenCalledThenAuthorized(@Autowired Videos videos, MockPlatform platform) {
			assertAuthorized(videos, platform);
		}

	}

}
