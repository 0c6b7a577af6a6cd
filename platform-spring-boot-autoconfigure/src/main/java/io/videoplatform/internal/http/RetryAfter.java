package io.videoplatform.internal.http;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code Retry-After} header (RFC 9110, section 10.2.3): seconds or an HTTP-date,
 * never more than a minute.
 */
public final class RetryAfter {

	private static final Duration CAP = Duration.ofSeconds(60);

	private RetryAfter() {
	}

	/**
	 * Return how long the server asks to wait.
	 * @param value the header's value
	 * @param now the current time
	 * @return between zero and 60 s, or {@code null} if the header is missing, malformed
	 * or names a time that has passed
	 */
	public static @Nullable Duration parse(@Nullable String value, Instant now) {
		if (value == null) {
			return null;
		}
		String trimmed = value.trim();
		Duration seconds = HttpTime.seconds(trimmed);
		if (seconds != null) {
			return capped(seconds);
		}
		Instant date = HttpTime.date(trimmed, now);
		return (date != null && date.isAfter(now)) ? capped(Duration.between(now, date)) : null;
	}

	private static Duration capped(Duration wait) {
		return (wait.compareTo(CAP) > 0) ? CAP : wait;
	}

}
