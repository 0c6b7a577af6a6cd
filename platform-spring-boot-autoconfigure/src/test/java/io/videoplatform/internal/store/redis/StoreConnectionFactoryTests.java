package io.videoplatform.internal.store.redis;

import java.util.Set;
import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SslOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * {@link StoreConnectionFactory}.
 */
class StoreConnectionFactoryTests {

	private static final Set<String> NODES = Set.of("b:2", "a:1");

	static Stream<Arguments> configurations() {
		RedisStandaloneConfiguration standalone = new RedisStandaloneConfiguration("a", 1);
		standalone.setPassword("secret");
		return Stream.of(arguments(standalone, "a:1"),
				arguments(new RedisSentinelConfiguration("master", NODES), "the master of the sentinels a:1, b:2"),
				arguments(new RedisClusterConfiguration(NODES), "a:1, b:2"),
				arguments(new RedisSocketConfiguration("/run/redis"), "/run/redis"));
	}

	@ParameterizedTest
	@MethodSource("configurations")
	void engineThenWhereItIs(RedisConfiguration configuration, String engine) {
		StoreConnectionFactory factory = new StoreConnectionFactory(configuration, null);
		assertThat(factory.engine()).isEqualTo(engine);
		factory.destroy();
	}

	@ParameterizedTest
	@MethodSource("configurations")
	void commandsWhenDisconnectedThenRefusedAndNotRepeated(RedisConfiguration configuration) {
		StoreConnectionFactory factory = new StoreConnectionFactory(configuration, null);
		ClientOptions options = factory.getRequiredNativeClient().getOptions();
		assertThat(options.isAutoReconnect()).isTrue();
		assertThat(options.getDisconnectedBehavior()).isEqualTo(DisconnectedBehavior.REJECT_COMMANDS);
		assertThat(options.getReplayFilter()).accepts(new Command<>(CommandType.EVALSHA, null));
		assertThat(options.getRequestQueueSize()).isLessThan(Integer.MAX_VALUE);
		assertThat(options.getSocketOptions().getConnectTimeout()).hasSeconds(2);
		assertThat(options.getTimeoutOptions().isTimeoutCommands()).isTrue();
		assertThat(factory.getTimeout()).isEqualTo(3000);
		factory.destroy();
	}

	@Test
	void topologyWhenClusterThenRefreshed() {
		StoreConnectionFactory factory = new StoreConnectionFactory(new RedisClusterConfiguration(NODES), null);
		ClusterClientOptions options = (ClusterClientOptions) factory.getRequiredNativeClient().getOptions();
		assertThat(options.getTopologyRefreshOptions().isPeriodicRefreshEnabled()).isTrue();
		assertThat(options.getTopologyRefreshOptions().getAdaptiveRefreshTriggers()).isNotEmpty();
		factory.destroy();
	}

	@Test
	void connectionsWhenTlsIsConfiguredThenUseIt() {
		SslOptions tls = SslOptions.builder().jdkSslProvider().build();
		StoreConnectionFactory factory = new StoreConnectionFactory(new RedisStandaloneConfiguration("a", 1), tls);
		assertThat(factory.isUseSsl()).isTrue();
		assertThat(factory.getRequiredNativeClient().getOptions().getSslOptions()).isSameAs(tls);
		factory.destroy();
	}

}
