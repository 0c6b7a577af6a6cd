package io.videoplatform.autoconfigure;

import java.time.Duration;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;

/**
 * Checks the properties that limit what is kept, and for how long it is kept unused.
 */
final class CacheLimitValidator {

	private static final Duration LONGEST = Duration.ofDays(365);

	private CacheLimitValidator() {
	}

	/**
	 * Check a maximum number.
	 * @param property the full name of the property
	 * @param maximum its value
	 * @param kept what is kept, with an article
	 * @param example a value that is good for most applications
	 * @throws PlatformConfigurationException if nothing could be kept
	 */
	static void maximum(String property, int maximum, String kept, String example) {
		if (maximum < 1) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, property, String.valueOf(maximum),
					"leaves no room for " + kept, "Write a number such as '%s'.".formatted(example));
		}
	}

	/**
	 * Check the time after which what is not used is discarded.
	 * @param property the full name of the property
	 * @param timeout its value
	 * @param example a value that is good for most applications
	 * @throws PlatformConfigurationException if it is not positive, or longer than a year
	 */
	static void idleTimeout(String property, Duration timeout, String example) {
		boolean tooLong = timeout.compareTo(LONGEST) > 0;
		if (tooLong || timeout.isNegative() || timeout.isZero()) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, property, timeout.toString(),
					tooLong ? "is longer than 365 days" : "is not positive",
					"Write a duration such as '%s'.".formatted(example));
		}
	}

}
