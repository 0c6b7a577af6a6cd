package io.videoplatform.autoconfigure;

import java.time.Duration;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.http.AddressScope;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the platforms that the application names at run time.
 *
 * @param maxSize Maximum number of platforms named at run time that are kept in use.
 * @param idleTimeout Time after which an unused platform named at run time is discarded.
 * @param nearestAddress Nearest addresses to which platforms named at run time may
 * resolve.
 */
@ConfigurationProperties("platform.roots")
record RootsProperties(@DefaultValue("1000") int maxSize, @DefaultValue("1h") Duration idleTimeout,
		@DefaultValue("public") NearestAddress nearestAddress) {

	/**
	 * Create a new instance.
	 * @throws PlatformConfigurationException if a value is out of range
	 */
	RootsProperties {
		CacheLimitValidator.maximum("platform.roots.max-size", maxSize, "a platform", "1000");
		CacheLimitValidator.idleTimeout("platform.roots.idle-timeout", idleTimeout, "1h");
	}

	/**
	 * The nearest addresses that may be reached.
	 */
	enum NearestAddress {

		/**
		 * The internet.
		 */
		PUBLIC(AddressScope.PUBLIC),

		/**
		 * Private networks, too.
		 */
		PRIVATE(AddressScope.PRIVATE),

		/**
		 * The machine itself, too, for tests.
		 */
		LOOPBACK(AddressScope.LOOPBACK);

		private final AddressScope scope;

		NearestAddress(AddressScope scope) {
			this.scope = scope;
		}

		AddressScope scope() {
			return this.scope;
		}

	}

}
