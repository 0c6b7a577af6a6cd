package io.videoplatform.autoconfigure;

import io.lettuce.core.SslOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link RedisConfigurationFactory} with the details that Boot's own properties give.
 */
class RedisConfigurationFactoryTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.username=user", "spring.data.redis.password=canary");

	private RedisConfiguration create(String... properties) {
		RedisConfiguration[] created = new RedisConfiguration[1];
		this.runner.withPropertyValues(properties)
			.run((context) -> created[0] = new RedisConfigurationFactory(
					context.getBean(DataRedisConnectionDetails.class))
				.create());
		return created[0];
	}

	private @Nullable SslOptions ssl(boolean url, String... properties) {
		SslOptions[] created = new SslOptions[1];
		this.runner.withPropertyValues(properties)
			.run((context) -> created[0] = new RedisConfigurationFactory(
					context.getBean(DataRedisConnectionDetails.class))
				.ssl(url, null));
		return created[0];
	}

	@Test
	void createWhenOneServerThenStandalone() {
		RedisStandaloneConfiguration server = (RedisStandaloneConfiguration) create("spring.data.redis.host=one",
				"spring.data.redis.port=7001", "spring.data.redis.database=3");
		assertThat(server.getHostName()).isEqualTo("one");
		assertThat(server.getPort()).isEqualTo(7001);
		assertThat(server.getDatabase()).isEqualTo(3);
		assertThat(server.getUsername()).isEqualTo("user");
		assertThat(server.getPassword()).isEqualTo(RedisPassword.of("canary"));
	}

	@Test
	void createWhenUrlThenStandaloneWithItsCredentials() {
		RedisStandaloneConfiguration server = (RedisStandaloneConfiguration) create(
				"spring.data.redis.url=rediss://me:other@two:7002/4");
		assertThat(server.getHostName()).isEqualTo("two");
		assertThat(server.getPort()).isEqualTo(7002);
		assertThat(server.getDatabase()).isEqualTo(4);
		assertThat(server.getUsername()).isEqualTo("me");
		assertThat(server.getPassword()).isEqualTo(RedisPassword.of("other"));
	}

	@Test
	void createWhenSentinelsThenThose() {
		RedisSentinelConfiguration sentinels = (RedisSentinelConfiguration) create(
				"spring.data.redis.sentinel.master=main", "spring.data.redis.sentinel.nodes=one:1,two:2",
				"spring.data.redis.sentinel.username=watcher", "spring.data.redis.sentinel.password=canary-2",
				"spring.data.redis.database=5");
		assertThat(sentinels.getMaster()).isNotNull().extracting("name").isEqualTo("main");
		assertThat(sentinels.getSentinels()).containsExactlyInAnyOrder(new RedisNode("one", 1),
				new RedisNode("two", 2));
		assertThat(sentinels.getDatabase()).isEqualTo(5);
		assertThat(sentinels.getUsername()).isEqualTo("user");
		assertThat(sentinels.getPassword()).isEqualTo(RedisPassword.of("canary"));
		assertThat(sentinels.getSentinelUsername()).isEqualTo("watcher");
		assertThat(sentinels.getSentinelPassword()).isEqualTo(RedisPassword.of("canary-2"));
	}

	@Test
	void createWhenClusterThenItsNodes() {
		RedisClusterConfiguration cluster = (RedisClusterConfiguration) create(
				"spring.data.redis.cluster.nodes=one:1,two:2");
		assertThat(cluster.getClusterNodes()).containsExactlyInAnyOrder(new RedisNode("one", 1),
				new RedisNode("two", 2));
		assertThat(cluster.getUsername()).isEqualTo("user");
		assertThat(cluster.getPassword()).isEqualTo(RedisPassword.of("canary"));
	}

	@Test
	void sslWhenNotAskedForThenNone() {
		assertThat(ssl(false)).isNull();
	}

	@Test
	void sslWhenAskedForThenOptions() {
		assertThat(ssl(true)).isNotNull();
		assertThat(ssl(false, "spring.data.redis.ssl.enabled=true")).isNotNull();
	}

	@Test
	void sslWhenBundleThenItsProtocolsAndCiphers() {
		SslBundle bundle = SslBundle.of(null, null, org.springframework.boot.ssl.SslOptions
			.of(new String[] { "TLS_AES_128_GCM_SHA256" }, new String[] { "TLSv1.3" }));
		DataRedisConnectionDetails details = new DataRedisConnectionDetails() {

			@Override
			public SslBundle getSslBundle() {
				return bundle;
			}

		};
		SslOptions options = new RedisConfigurationFactory(details).ssl(false, null);
		assertThat(options).isNotNull();
		assertThat(options.getProtocols()).containsExactly("TLSv1.3");
		assertThat(options.getCipherSuites()).containsExactly("TLS_AES_128_GCM_SHA256");
	}

}
