package io.videoplatform.autoconfigure.store;

import java.util.List;
import java.util.Locale;

import io.videoplatform.PlatformConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the store of logins and tokens.
 *
 * @param type Where logins and tokens are held.
 * @param encryption Settings of the encryption of what is stored outside of the
 * application.
 * @param redis Settings of a store in Redis.
 */
@ConfigurationProperties("platform.store")
record StoreProperties(@DefaultValue("memory") Type type, @DefaultValue Encryption encryption,
		@DefaultValue Redis redis) {

	/**
	 * Return what keeps an application from starting that names a store and has none.
	 */
	static PlatformConfigurationException mistake(String type, String reason, String action) {
		return new PlatformConfigurationException("platform.store.type", type, reason, action);
	}

	static PlatformConfigurationException missing(String type, String starter) {
		return mistake(type, "needs a library that is missing",
				"Add the dependency 'org.springframework.boot:%s'.".formatted(starter));
	}

	/**
	 * Settings of the encryption of what is stored. Its {@code toString()} shows no key.
	 *
	 * @param enabled Whether what is stored is encrypted.
	 * @param keys Keys in Base64, at least 32 bytes each; the first encrypts, all
	 * decrypt.
	 * @param indexKey Key that determines where records are stored, and must not change
	 * while there are any; the only entry of keys if unset.
	 */
	record Encryption(@DefaultValue("true") boolean enabled, @DefaultValue List<String> keys,
			@Nullable String indexKey) {

		@Override
		public String toString() {
			return "Encryption[enabled=%s, keys=%d]".formatted(this.enabled, this.keys.size());
		}

	}

	/**
	 * Settings of a store in Redis. Its address is configured by Spring Boot's own
	 * properties.
	 *
	 * @param namespace Prefix of keys and channel, a different one for each application.
	 */
	record Redis(@DefaultValue("platform") String namespace) {

	}

	/**
	 * Where logins and tokens are held.
	 */
	enum Type {

		/**
		 * The memory of the application, for a single node.
		 */
		MEMORY,

		/**
		 * Redis, or an engine that speaks its protocol.
		 */
		REDIS,

		/**
		 * A table of a database.
		 */
		JDBC;

		/**
		 * Return the value as it is written.
		 */
		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
