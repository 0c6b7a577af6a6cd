package io.videoplatform.internal.document;

import java.time.Duration;

/**
 * Reads {@code delta-seconds} (RFC 9111, section 1.2.2): digits only, and no number is
 * too large.
 */
final class DeltaSeconds {

	private static final long LARGEST = 1L << 31;

	private DeltaSeconds() {
	}

	static Duration parse(String value, Duration otherwise) {
		if (value.isEmpty()) {
			return otherwise;
		}
		long seconds = 0;
		for (int i = 0; i < value.length(); i++) {
			char digit = value.charAt(i);
			if (digit < '0' || digit > '9') {
				return otherwise;
			}
			seconds = Math.min(seconds * 10 + (digit - '0'), LARGEST);
		}
		return Duration.ofSeconds(seconds);
	}

}
