package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;

import io.lettuce.core.RedisClient;
import io.videoplatform.autoconfigure.StoreProperties.Type;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.http.Placeholder;
import io.videoplatform.internal.store.RecordCipher;
import io.videoplatform.internal.store.redis.RedisRecordStore;
import io.videoplatform.internal.store.redis.StoreConnectionFactory;
import io.videoplatform.internal.transport.ReloadableSslBundle;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Auto-configuration of a store in Redis. Its connections are its own: it takes from Boot
 * where Redis is, and neither uses nor replaces the application's connection factory.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class,
		afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@ConditionalOnClass({ LettuceConnectionFactory.class, RedisClient.class, DataRedisConnectionDetails.class })
@ConditionalOnBean(PlatformEngine.class)
@ConditionalOnProperty(name = "platform.store.type", havingValue = "redis")
@ImportRuntimeHints(PlatformRedisStoreAutoConfiguration.Scripts.class)
public final class PlatformRedisStoreAutoConfiguration {

	private static final Duration READ = Duration.ofMillis(250);

	private static final Duration REPLACE = Duration.ofSeconds(1);

	PlatformRedisStoreAutoConfiguration() {
	}

	@Bean
	PlatformStore platformStore(StoreProperties settings, ObjectProvider<DataRedisConnectionDetails> details,
			ObjectProvider<SslBundles> sslBundles, Environment environment,
			@Qualifier("platformEventLog") EventLog events, @Qualifier("platformClock") ObjectProvider<Clock> clock) {
		RecordCipher cipher = StoreCipherFactory.create(settings.encryption());
		String namespace = settings.redis().namespace();
		// All applications without the variable would share one
		Placeholder.refuse("platform.store.redis.namespace", namespace, false);
		DataRedisConnectionDetails redis = required(details);
		RedisConfigurationFactory configurations = new RedisConfigurationFactory(redis);
		boolean url = environment.getProperty("spring.data.redis.url", "").startsWith("rediss:");
		ReloadableSslBundle bundle = ReloadableSslBundle.of(redis.getSslBundle(),
				environment.getProperty("spring.data.redis.ssl.bundle"), sslBundles.getIfUnique());
		StoreConnectionFactory connections = new StoreConnectionFactory(configurations.create(),
				configurations.ssl(url, bundle));
		return new PlatformStore(settings, new RedisRecordStore(connections, namespace + ":", READ, REPLACE), cipher,
				new EventPublisher(events, MonotonicClock.unless(clock)), EngineScheduler.create());
	}

	private static DataRedisConnectionDetails required(ObjectProvider<DataRedisConnectionDetails> provider) {
		DataRedisConnectionDetails details = provider.getIfAvailable();
		if (details == null) {
			throw MissingStore.of(Type.REDIS, "needs to know where Redis is",
					"Remove what excludes 'DataRedisAutoConfiguration', or add a bean of type"
							+ " 'DataRedisConnectionDetails'.");
		}
		return details;
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
