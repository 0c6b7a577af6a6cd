package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.stream.Collectors;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.StoreProperties.Type;
import io.videoplatform.internal.engine.MonotonicClock;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.http.Placeholder;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.store.RecordCipher;
import io.videoplatform.internal.store.redis.RedisRecordStore;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.MasterReplica;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Auto-configuration of a store in Redis, on the application's connection factory.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class,
		afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@ConditionalOnClass(name = "io.lettuce.core.RedisClient",
		value = { RedisConnectionFactory.class, DataRedisConnectionDetails.class })
@ConditionalOnBean(PlatformEngine.class)
@ConditionalOnProperty(name = "platform.store.type", havingValue = "redis")
@ImportRuntimeHints(PlatformRedisStoreAutoConfiguration.Scripts.class)
public final class PlatformRedisStoreAutoConfiguration {

	private static final Duration READ = Duration.ofMillis(250);

	private static final Duration REPLACE = Duration.ofSeconds(1);

	PlatformRedisStoreAutoConfiguration() {
	}

	@Bean
	PlatformStore platformStore(StoreProperties settings, ObjectProvider<RedisConnectionFactory> connectionFactory,
			ObjectProvider<DataRedisConnectionDetails> details, @Qualifier("platformEventLog") EventLog events,
			@Qualifier("platformClock") ObjectProvider<Clock> clock) {
		RecordCipher cipher = StoreCipherFactory.create(settings.encryption());
		String namespace = settings.redis().namespace();
		// All applications without the variable would share one
		Placeholder.refuse("platform.store.redis.namespace", namespace, false);
		details.ifAvailable(PlatformRedisStoreAutoConfiguration::refuseMasterReplica);
		RedisConnectionFactory connections = required(connectionFactory);
		Scheduler scheduler = EngineScheduler.create();
		RedisRecordStore store = new RedisRecordStore(connections, (ReactiveRedisConnectionFactory) connections,
				namespace + ":", READ, REPLACE, scheduler);
		return new PlatformStore(settings.type().toString(), settings.encryption().enabled(), store, cipher,
				new EventPublisher(events, MonotonicClock.unless(clock)), scheduler);
	}

	private static RedisConnectionFactory required(ObjectProvider<RedisConnectionFactory> provider) {
		RedisConnectionFactory factory = provider.getIfUnique();
		if (factory instanceof ReactiveRedisConnectionFactory) {
			return factory;
		}
		if (factory == null && provider.stream().findAny().isPresent()) {
			throw MissingStore.of(Type.REDIS, "leaves open which of several connection factories it uses",
					"Add '@Primary' to the bean of the one that leads to the store.");
		}
		throw MissingStore.of(Type.REDIS, "needs a connection factory of Lettuce",
				"Remove what excludes 'DataRedisAutoConfiguration', or add a bean of type 'LettuceConnectionFactory'.");
	}

	/**
	 * Spring Data Redis cannot subscribe to a channel at such nodes.
	 */
	private static void refuseMasterReplica(DataRedisConnectionDetails details) {
		MasterReplica nodes = details.getMasterReplica();
		if (nodes != null) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID,
					"spring.data.redis.masterreplica.nodes",
					nodes.getNodes()
						.stream()
						.map((node) -> node.host() + ":" + node.port())
						.collect(Collectors.joining(",")),
					"cannot be used by 'platform.store.type=redis', because such nodes send no notifications",
					"Remove it, and set 'spring.data.redis.url' for a single server, or the properties below"
							+ " 'spring.data.redis.sentinel' or 'spring.data.redis.cluster'.");
		}
	}

	/**
	 * The scripts, which the store reads from its own package.
	 */
	static final class Scripts implements RuntimeHintsRegistrar {

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			hints.resources().registerPattern("io/videoplatform/internal/store/redis/*.lua");
		}

	}

}
