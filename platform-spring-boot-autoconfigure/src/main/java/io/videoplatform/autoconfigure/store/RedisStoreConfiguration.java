package io.videoplatform.autoconfigure.store;

import java.time.Clock;
import java.time.Duration;
import java.util.stream.Collectors;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.engine.MonotonicClock;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.registration.Placeholder;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.store.RecordCipher;
import io.videoplatform.internal.store.redis.RedisRecordStore;
import reactor.core.scheduler.Scheduler;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.MasterReplica;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * A store in Redis, on the application's connection factory.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "io.lettuce.core.RedisClient",
		value = { RedisConnectionFactory.class, DataRedisConnectionDetails.class })
class RedisStoreConfiguration {

	private static final Duration READ = Duration.ofMillis(250);

	private static final Duration REPLACE = Duration.ofSeconds(1);

	@Bean
	PlatformStore platformStore(StoreProperties settings, ObjectProvider<RedisConnectionFactory> connectionFactory,
			ObjectProvider<DataRedisConnectionDetails> details, @Qualifier("platformEventLog") EventLog events,
			@Qualifier("platformClock") ObjectProvider<Clock> clock) {
		RecordCipher cipher = StoreCipherFactory.create(settings.encryption());
		String namespace = settings.redis().namespace();
		// All applications without the variable would share one
		Placeholder.refuse("platform.store.redis.namespace", namespace, false);
		details.ifAvailable(RedisStoreConfiguration::refuseMasterReplica);
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
			throw StoreProperties.mistake("redis", "leaves open which of several connection factories it uses",
					"Add '@Primary' to the bean of the one that leads to the store.");
		}
		throw StoreProperties.mistake("redis", "needs a connection factory of Lettuce",
				"Remove what excludes 'DataRedisAutoConfiguration', or add a bean of type 'LettuceConnectionFactory'.");
	}

	/**
	 * Spring Data Redis cannot subscribe to a channel at such nodes.
	 */
	private static void refuseMasterReplica(DataRedisConnectionDetails details) {
		MasterReplica nodes = details.getMasterReplica();
		if (nodes != null) {
			throw new PlatformConfigurationException("spring.data.redis.masterreplica.nodes",
					nodes.getNodes()
						.stream()
						.map((node) -> node.host() + ":" + node.port())
						.collect(Collectors.joining(",")),
					"cannot be used by 'platform.store.type=redis', because such nodes send no notifications",
					"Remove it, and set 'spring.data.redis.url' for a single server, or the properties below"
							+ " 'spring.data.redis.sentinel' or 'spring.data.redis.cluster'.");
		}
	}

}
