package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

import io.lettuce.core.SslOptions;
import io.netty.handler.ssl.SslContextBuilder;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.transport.ReloadableSslBundle;
import io.videoplatform.internal.transport.SslKeyPairs;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.util.Assert;

/**
 * Creates the configuration of a connection from Boot's details, in the same order of
 * precedence as Boot does for the application's own connections.
 */
final class RedisConfigurationFactory {

	private final DataRedisConnectionDetails details;

	RedisConfigurationFactory(DataRedisConnectionDetails details) {
		this.details = details;
	}

	/**
	 * Create the configuration.
	 * @throws PlatformConfigurationException if the details are of a kind that the store
	 * cannot use
	 */
	RedisConfiguration create() {
		if (this.details.getSentinel() != null) {
			return sentinel(this.details.getSentinel());
		}
		if (this.details.getCluster() != null) {
			return cluster(this.details.getCluster().getNodes());
		}
		if (this.details.getMasterReplica() != null) {
			throw masterReplica(this.details.getMasterReplica().getNodes());
		}
		Standalone standalone = this.details.getStandalone();
		Assert.state(standalone != null, "The connection details name no server");
		return standalone(standalone);
	}

	private RedisConfiguration standalone(Standalone standalone) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(standalone.getHost(),
				standalone.getPort());
		server.setDatabase(standalone.getDatabase());
		return withCredentials(server);
	}

	private RedisConfiguration sentinel(Sentinel sentinel) {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration();
		configuration.master(sentinel.getMaster());
		configuration.setSentinels(nodes(sentinel.getNodes()));
		configuration.setDatabase(sentinel.getDatabase());
		configuration.setSentinelUsername(sentinel.getUsername());
		configuration.setSentinelPassword(RedisPassword.of(sentinel.getPassword()));
		return withCredentials(configuration);
	}

	private RedisConfiguration cluster(List<Node> nodes) {
		RedisClusterConfiguration configuration = new RedisClusterConfiguration();
		configuration.setClusterNodes(nodes(nodes));
		return withCredentials(configuration);
	}

	/**
	 * Spring Data Redis cannot subscribe to a channel at such nodes.
	 */
	private static PlatformConfigurationException masterReplica(List<Node> nodes) {
		String value = nodes.stream().map((node) -> node.host() + ":" + node.port()).collect(Collectors.joining(","));
		return new PlatformConfigurationException(PlatformError.PROPERTY_INVALID,
				"spring.data.redis.masterreplica.nodes", value,
				"cannot be used by 'platform.store.type=redis', because such nodes send no notifications",
				"Remove it, and set 'spring.data.redis.url' for a single server, or the properties below"
						+ " 'spring.data.redis.sentinel' or 'spring.data.redis.cluster'.");
	}

	private <C extends RedisConfiguration & RedisConfiguration.WithAuthentication> C withCredentials(C configuration) {
		configuration.setUsername(this.details.getUsername());
		configuration.setPassword(RedisPassword.of(this.details.getPassword()));
		return configuration;
	}

	private static List<RedisNode> nodes(List<Node> nodes) {
		return nodes.stream().map((node) -> new RedisNode(node.host(), node.port())).toList();
	}

	/**
	 * Return the options of TLS. Connections that are opened after the bundle was
	 * replaced use the new one.
	 * @param url whether a URL asks for TLS, which has no bundle of its own
	 * @param replaceable the bundle, if it may be replaced
	 * @return the options, or {@code null} for connections without TLS
	 */
	@Nullable SslOptions ssl(boolean url, @Nullable ReloadableSslBundle replaceable) {
		SslBundle bundle = this.details.getSslBundle();
		if (bundle == null) {
			return url ? SslOptions.create() : null;
		}
		AtomicReference<Consumer<SslContextBuilder>> managers = new AtomicReference<>(managers(bundle));
		if (replaceable != null) {
			replaceable.onUpdate(() -> managers.set(replacement(replaceable.get())));
		}
		SslOptions.Builder builder = SslOptions.builder()
			.sslContext((context) -> Objects.requireNonNull(managers.get()).accept(context));
		if (bundle.getOptions().getCiphers() != null) {
			builder.cipherSuites(bundle.getOptions().getCiphers());
		}
		if (bundle.getOptions().getEnabledProtocols() != null) {
			builder.protocols(bundle.getOptions().getEnabledProtocols());
		}
		return builder.build();
	}

	/**
	 * One that cannot be used replaces none.
	 */
	private static Consumer<SslContextBuilder> replacement(SslBundle bundle) {
		SslKeyPairs.check(bundle);
		return managers(bundle);
	}

	private static Consumer<SslContextBuilder> managers(SslBundle bundle) {
		KeyManagerFactory keys = bundle.getManagers().getKeyManagerFactory();
		TrustManagerFactory trusted = bundle.getManagers().getTrustManagerFactory();
		return (context) -> context.keyManager(keys).trustManager(trusted);
	}

}
