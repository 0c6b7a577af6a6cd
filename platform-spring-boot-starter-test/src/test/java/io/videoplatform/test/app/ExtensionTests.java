package io.videoplatform.test.app;

import java.time.Clock;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.MockPlatform;
import io.videoplatform.test.MockPlatformExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The mock without a Spring test, in parallel.
 */
@ExtendWith(MockPlatformExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class ExtensionTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(WebClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withBean(Videos.class);

	@BeforeEach
	void stub(MockPlatform platform) {
		platform.stub("videos", "[]");
	}

	@Test
	void callWhenApplicationHasThePropertiesThenAuthorized(MockPlatform platform) {
		this.runner.withPropertyValues(platform.properties())
			.withBean("platformClock", Clock.class, platform::clock)
			.run((context) -> {
				context.getBean(Videos.class).titles();
				platform.expire();
				context.getBean(Videos.class).titles();
				assertThat(platform.apiRequests()).extracting(ApiRequest::status).containsExactly(200, 200);
				assertThat(platform.tokenRequests()).hasSize(2);
			});
	}

	private static Object status(MockPlatform platform, String path) {
		return RestClient.create()
			.get()
			.uri(platform.rootUrl() + path)
			.exchange((request, response) -> response.getStatusCode());
	}

}
