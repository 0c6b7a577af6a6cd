package io.videoplatform.autoconfigure.store;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.internal.store.PlatformStore;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * Auto-configuration of the store that the nodes of an application share: in Redis, on
 * the application's connection factory, or in a table of a database.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class,
		afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
				"org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration" })
@ConditionalOnProperty("platform.store.type")
@ConditionalOnBean(name = "platformEventLog")
@EnableConfigurationProperties(StoreProperties.class)
@Import({ PlatformStoreAutoConfiguration.Redis.class, PlatformStoreAutoConfiguration.Jdbc.class })
@ImportRuntimeHints(PlatformStoreAutoConfiguration.Resources.class)
public final class PlatformStoreAutoConfiguration {

	/**
	 * A store in Redis, or the message that its libraries are missing.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "platform.store.type", havingValue = "redis")
	@Import(RedisStoreConfiguration.class)
	static final class Redis {

		@Bean
		@ConditionalOnMissingBean
		PlatformStore missingPlatformStore() {
			throw StoreProperties.missing("redis", "spring-boot-starter-data-redis");
		}

	}

	/**
	 * A store in a database, or the message that its libraries are missing.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "platform.store.type", havingValue = "jdbc")
	@Import(JdbcStoreConfiguration.class)
	static final class Jdbc {

		@Bean
		@ConditionalOnMissingBean
		PlatformStore missingPlatformStore() {
			throw StoreProperties.missing("jdbc", "spring-boot-starter-jdbc");
		}

	}

	/**
	 * The scripts for Redis, and the files that create the table.
	 */
	static final class Resources implements RuntimeHintsRegistrar {

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			hints.resources()
				.registerPattern("io/videoplatform/internal/store/redis/*.lua")
				.registerPattern("io/videoplatform/store/jdbc/schema-*.sql");
		}

	}

}
