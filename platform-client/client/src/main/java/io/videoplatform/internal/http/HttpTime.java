package io.videoplatform.internal.http;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Reads the times of HTTP headers: seconds (RFC 9111, section 1.2.2), and the forms of an
 * HTTP-date that Spring knows (RFC 9110, section 5.6.7).
 */
public final class HttpTime {

	private static final long MAX_SECONDS = 1L << 31;

	private HttpTime() {
	}

	/**
	 * Return a number of seconds.
	 * @return the duration, at most 2<sup>31</sup> s; {@code null} if the value is no
	 * number
	 */
	public static @Nullable Duration seconds(String value) {
		long seconds = 0;
		for (int i = 0; i < value.length(); i++) {
			char digit = value.charAt(i);
			if (digit < '0' || digit > '9') {
				return null;
			}
			seconds = Math.min(seconds * 10 + (digit - '0'), MAX_SECONDS);
		}
		return value.isEmpty() ? null : Duration.ofSeconds(seconds);
	}

	/**
	 * Return the time that a header names.
	 * @return the time, or {@code null} if there is none or it is no HTTP-date
	 */
	public static @Nullable Instant date(HttpHeaders headers, String name) {
		try {
			long time = headers.getFirstDate(name);
			return (time != -1) ? Instant.ofEpochMilli(time) : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
