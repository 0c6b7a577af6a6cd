package io.videoplatform.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.StoreProperties.Type;
import io.videoplatform.internal.store.PlatformStore;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.ClassUtils;

/**
 * Explains why there is no store although {@code platform.store.type} names one.
 */
final class MissingStore {

	private static final String BOOT = "org.springframework.boot:";

	private MissingStore() {
	}

	/**
	 * Return the store that the properties name, or {@code null} if it is the memory.
	 * @throws PlatformConfigurationException if there is none
	 */
	static @Nullable PlatformStore required(Type type, ObjectProvider<PlatformStore> provider) {
		PlatformStore store = provider.getIfAvailable();
		if (store == null && type != Type.MEMORY) {
			throw explain(type);
		}
		return store;
	}

	/**
	 * Return what keeps the application from starting.
	 */
	static PlatformConfigurationException explain(Type type) {
		return dependencies(type).entrySet()
			.stream()
			.filter((needed) -> !ClassUtils.isPresent(needed.getKey(), null))
			.findFirst()
			.map((needed) -> of(type, "needs a library that is missing",
					"Add the dependency '%s'.".formatted(needed.getValue())))
			.orElseGet(() -> of(type, "needs an auto-configuration that does not apply",
					"Remove what excludes it; the report of conditions ('debug=true') tells why it does not apply."));
	}

	static PlatformConfigurationException of(Type type, String reason, String action) {
		return new PlatformConfigurationException(PlatformError.DEPENDENCY_MISSING, "platform.store.type",
				type.toString(), reason, action);
	}

	/**
	 * Return the names of the classes that are looked up.
	 */
	static Stream<String> types() {
		return Stream.of(Type.REDIS, Type.JDBC).flatMap((type) -> dependencies(type).keySet().stream());
	}

	/**
	 * Return classes that the store needs, and the dependencies that bring them.
	 */
	private static Map<String, String> dependencies(Type type) {
		Map<String, String> dependencies = new LinkedHashMap<>();
		if (type == Type.REDIS) {
			dependencies.put("org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails",
					BOOT + "spring-boot-starter-data-redis");
			dependencies.put("org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
					BOOT + "spring-boot-starter-data-redis");
			dependencies.put("io.lettuce.core.RedisClient", "io.lettuce:lettuce-core");
		}
		else {
			dependencies.put("org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails",
					BOOT + "spring-boot-starter-jdbc");
			dependencies.put("org.springframework.jdbc.core.simple.JdbcClient", BOOT + "spring-boot-starter-jdbc");
			dependencies.put("org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization",
					BOOT + "spring-boot-starter-jdbc");
		}
		return dependencies;
	}

}
