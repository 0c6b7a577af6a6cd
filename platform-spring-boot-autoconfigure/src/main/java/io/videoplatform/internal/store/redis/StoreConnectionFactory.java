package io.videoplatform.internal.store.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.event.Event;
import io.lettuce.core.event.connection.ConnectionActivatedEvent;
import io.lettuce.core.event.connection.ReconnectFailedEvent;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.ClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.DomainSocketConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.SentinelConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithHostAndPort;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionProvider;
import org.springframework.util.ClassUtils;

/**
 * A connection factory whose connections refuse commands while they are disconnected,
 * never send a command twice, and hold a bounded number of those that have no response
 * yet.
 */
public final class StoreConnectionFactory extends LettuceConnectionFactory {

	private static final Duration CONNECT = Duration.ofSeconds(2);

	// Longer than any operation may take. A connection without responses for so long is
	// useless
	private static final Duration RESPONSE = Duration.ofSeconds(3);

	private static final Duration MAX_RECONNECT_DELAY = Duration.ofSeconds(1);

	private static final int MAX_QUEUE = 10_000;

	private static final int THREADS = 2;

	private static final boolean MAINTENANCE_NOTIFICATIONS = ClassUtils
		.isPresent("io.lettuce.core.MaintNotificationsConfig", StoreConnectionFactory.class.getClassLoader());

	private final ClientResources resources;

	private final String engine;

	private volatile @Nullable Throwable reconnectFailure;

	/**
	 * Create a new instance. No connection is opened.
	 * @param configuration where the engine is, and the credentials
	 * @param ssl the options of TLS, or {@code null} for connections without it
	 */
	public StoreConnectionFactory(RedisConfiguration configuration, @Nullable SslOptions ssl) {
		this(configuration, ssl, resources());
	}

	private StoreConnectionFactory(RedisConfiguration configuration, @Nullable SslOptions ssl,
			ClientResources resources) {
		super(configuration, clientConfiguration(configuration, ssl, resources));
		this.resources = resources;
		this.engine = describe(configuration);
		setShareNativeConnection(false);
		resources.eventBus().get().subscribe(this::note);
		start();
	}

	/**
	 * Return where the engine is, for messages.
	 * @return host and port, or those of all nodes that are configured
	 */
	String engine() {
		return this.engine;
	}

	private void note(Event event) {
		if (event instanceof ReconnectFailedEvent failed) {
			this.reconnectFailure = failed.getCause();
		}
		else if (event instanceof ConnectionActivatedEvent) {
			this.reconnectFailure = null;
		}
	}

	/**
	 * Return why a connection could not be opened again. What commands are rejected with
	 * meanwhile does not say it.
	 * @return the failure of the last attempt, or {@code null} if a connection was opened
	 * since
	 */
	@Nullable Throwable reconnectFailure() {
		return this.reconnectFailure;
	}

	/**
	 * Return what opens connections without that the caller waits.
	 * {@link #getReactiveConnection()} would connect on the caller's thread, or once for
	 * each command.
	 * @return the provider of connections
	 */
	LettuceConnectionProvider connections() {
		return doCreateConnectionProvider(getRequiredNativeClient(), ByteArrayCodec.INSTANCE);
	}

	@Override
	public void destroy() {
		super.destroy();
		this.resources.shutdown(0, CONNECT.toMillis(), TimeUnit.MILLISECONDS);
	}

	private static ClientResources resources() {
		return ClientResources.builder()
			.ioThreadPoolSize(THREADS)
			.computationThreadPoolSize(THREADS)
			.commandLatencyRecorder(CommandLatencyRecorder.disabled())
			.nettyCustomizer(new NettyCustomizer() {

				@Override
				public void afterChannelInitialized(Channel channel) {
					channel.pipeline().addFirst(new ResponseTimeoutHandler(RESPONSE));
				}

			})
			.reconnectDelay(() -> Delay.equalJitter(Duration.ZERO, MAX_RECONNECT_DELAY, 4, TimeUnit.MILLISECONDS))
			.build();
	}

	private static LettuceClientConfiguration clientConfiguration(RedisConfiguration configuration,
			@Nullable SslOptions ssl, ClientResources resources) {
		LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder()
			.clientResources(resources)
			.clientOptions(clientOptions(configuration, ssl))
			.commandTimeout(RESPONSE)
			.shutdownQuietPeriod(Duration.ZERO)
			.shutdownTimeout(CONNECT);
		return (ssl != null) ? builder.useSsl().and().build() : builder.build();
	}

	private static ClientOptions clientOptions(RedisConfiguration configuration, @Nullable SslOptions ssl) {
		ClientOptions.Builder builder = (configuration instanceof ClusterConfiguration) ? clusterOptions()
				: ClientOptions.builder();
		builder.autoReconnect(true)
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.replayFilter((command) -> true)
			.requestQueueSize(MAX_QUEUE)
			.timeoutOptions(TimeoutOptions.enabled())
			.socketOptions(SocketOptions.builder().connectTimeout(CONNECT).build());
		if (MAINTENANCE_NOTIFICATIONS) {
			MaintenanceNotifications.disable(builder);
		}
		if (ssl != null) {
			builder.sslOptions(ssl);
		}
		return builder.build();
	}

	/**
	 * The triggers are defaults of Lettuce 7, and not of Lettuce 6.
	 */
	@SuppressWarnings("deprecation")
	private static ClientOptions.Builder clusterOptions() {
		return ClusterClientOptions.builder()
			.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
				.enablePeriodicRefresh()
				.enableAllAdaptiveRefreshTriggers()
				.build());
	}

	private static String describe(RedisConfiguration configuration) {
		if (configuration instanceof SentinelConfiguration sentinel) {
			return "the master of the sentinels " + describe(sentinel.getSentinels());
		}
		if (configuration instanceof ClusterConfiguration cluster) {
			return describe(cluster.getClusterNodes());
		}
		if (configuration instanceof DomainSocketConfiguration socket) {
			return socket.getSocket();
		}
		WithHostAndPort node = (WithHostAndPort) configuration;
		return node.getHostName() + ":" + node.getPort();
	}

	private static String describe(Collection<RedisNode> nodes) {
		return nodes.stream().map(RedisNode::asString).sorted().collect(Collectors.joining(", "));
	}

	/**
	 * Kept apart because Lettuce has them since 7.0, which Spring Boot brings since 4.1.
	 */
	private static final class MaintenanceNotifications {

		static void disable(ClientOptions.Builder builder) {
			builder.maintNotificationsConfig(MaintNotificationsConfig.disabled());
		}

	}

}
