package io.videoplatform.discovery;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Reads {@code delta-seconds} (RFC 9111, section 1.2.2): digits only, and no number is
 * too large.
 */
final class DeltaSeconds {

	private static final Pattern DIGITS = Pattern.compile("[0-9]+");

	private static final Duration LARGEST = Duration.ofSeconds(1L << 31);

	private DeltaSeconds() {
	}

	static Duration parse(String value, Duration otherwise) {
		if (!DIGITS.matcher(value).matches()) {
			return otherwise;
		}
		String significant = value.replaceFirst("^0+(?=.)", "");
		if (significant.length() > 10) {
			return LARGEST;
		}
		return Duration.ofSeconds(Math.min(Long.parseLong(significant), LARGEST.toSeconds()));
	}

}
