package io.videoplatform.it.boot;

import java.util.Base64;
import java.util.stream.Stream;

import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.test.MockPlatform;
import io.videoplatform.test.MockPlatformExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes that share a store.
 */
@ExtendWith(MockPlatformExtension.class)
class StoreTests {

	@RegisterExtension
	static final RedisProcess redis = new RedisProcess();

	private static final String KEY = Base64.getEncoder().encodeToString("a-key-of-32-bytes-or-even-longer".getBytes());

	@Test
	void nodesWhenTheyShareRedisThenOneTokenRequest(MockPlatform platform) {
		assertOneTokenRequest(platform, "platform.store.type=redis", "spring.data.redis.host=127.0.0.1",
				"spring.data.redis.port=" + redis.port());
	}

	@Test
	void nodesWhenTheyShareDatabaseThenOneTokenRequest(MockPlatform platform) {
		assertOneTokenRequest(platform, "platform.store.type=jdbc",
				"spring.datasource.url=jdbc:h2:mem:shared;DB_CLOSE_DELAY=-1");
	}

	private static void assertOneTokenRequest(MockPlatform platform, String... properties) {
		platform.stub("videos", "[\"Intro\"]");
		try (ConfigurableApplicationContext one = start(platform, properties);
				ConfigurableApplicationContext two = start(platform, properties)) {
			for (ConfigurableApplicationContext node : Stream.of(one, two).toList()) {
				assertThat(node.getBean(VideoApplication.Videos.class).list()).contains("Intro");
			}
		}
		assertThat(platform.tokenRequests()).hasSize(1);
	}

	private static ConfigurableApplicationContext start(MockPlatform platform, String... properties) {
		return new SpringApplicationBuilder(VideoApplication.class).web(WebApplicationType.NONE)
			.properties(platform.properties())
			.properties(properties)
			.properties("platform.clients.jobs.client-id=jobs", "platform.clients.jobs.client-secret=unused",
					"platform.clients.jobs.grant-type=client_credentials", "platform.store.encryption.keys=" + KEY)
			.run();
	}

}
