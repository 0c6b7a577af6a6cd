package io.videoplatform.autoconfigure;

import java.time.Duration;

import io.videoplatform.PlatformConfigurationException;

/**
 * Checks the properties that limit what is kept, and for how long it is kept unused.
 */
final class CacheLimitValidator {

	private static final Duration LONGEST = Duration.ofDays(365);

	private CacheLimitValidator() {
	}

	static void maximum(String property, int maximum) {
		if (maximum < 1) {
			throw new PlatformConfigurationException(property, String.valueOf(maximum), "is not positive",
					"Write a positive number, or remove it.");
		}
	}

	static void idleTimeout(String property, Duration timeout) {
		if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(LONGEST) > 0) {
			throw new PlatformConfigurationException(property, timeout.toString(),
					"is not positive, or longer than 365 days", "Write a duration such as '8h'.");
		}
	}

}
