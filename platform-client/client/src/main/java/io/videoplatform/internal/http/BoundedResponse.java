package io.videoplatform.internal.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * A complete response, whatever its status, whose size was limited. Its
 * {@code toString()} leaves headers and body out.
 *
 * @param status the status code
 * @param headers the headers
 * @param body the decompressed bytes
 */
public record BoundedResponse(int status, HttpHeaders headers, byte[] body) {

	private static final int BEGINNING = 1_000;

	private static final long MAX_SECONDS = 1L << 31;

	private static final Duration MAX_WAIT = Duration.ofSeconds(60);

	/**
	 * Return the value of a header's first line.
	 * @return its value, or {@code null}
	 */
	public @Nullable String header(String name) {
		return this.headers.getFirst(name);
	}

	/**
	 * Return the content type as it may be shown.
	 */
	public String contentType() {
		String value = header(HttpHeaders.CONTENT_TYPE);
		return (value != null) ? PrintableText.of(value) : "no content type";
	}

	/**
	 * Return whether the content is HTML, as captive portals, proxies and firewalls send
	 * it, whatever its type: no JSON begins like that.
	 */
	public boolean isHtml() {
		String type = Objects.requireNonNullElse(header(HttpHeaders.CONTENT_TYPE), "").toLowerCase(Locale.ROOT);
		String beginning = new String(this.body, 0, Math.min(this.body.length, BEGINNING), StandardCharsets.UTF_8);
		return type.startsWith(MediaType.TEXT_HTML_VALUE) || type.startsWith(MediaType.APPLICATION_XHTML_XML_VALUE)
				|| beginning.replaceFirst("^\uFEFF", "").stripLeading().startsWith("<");
	}

	/**
	 * Read the JSON object in the body.
	 * @return the members, in their order; values may be {@code null}
	 * @throws MalformedResponseException if the content is HTML or no such object; its
	 * message never quotes the body
	 */
	public Map<String, Object> json() {
		if (isHtml()) {
			throw MalformedResponseException.ofHtml();
		}
		return JsonObjectReader.read(this.body);
	}

	/**
	 * Return how long the server requires clients to wait: {@code Retry-After} (RFC 9110,
	 * section 10.2.3), seconds or an HTTP-date.
	 * @return between zero and 60 s, or {@code null} if the header is missing, malformed
	 * or names a time that has passed
	 */
	public @Nullable Duration retryAfter(Instant now) {
		String value = header(HttpHeaders.RETRY_AFTER);
		Duration wait = (value != null) ? parsedWait(value.trim(), now) : null;
		return (wait != null && wait.compareTo(MAX_WAIT) > 0) ? MAX_WAIT : wait;
	}

	private @Nullable Duration parsedWait(String value, Instant now) {
		Duration seconds = seconds(value);
		if (seconds != null) {
			return seconds;
		}
		Instant date = date(this.headers, HttpHeaders.RETRY_AFTER);
		return (date != null && date.isAfter(now)) ? Duration.between(now, date) : null;
	}

	/**
	 * Return a number of seconds (RFC 9111, section 1.2.2).
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
	 * Return the time that a header names, in one of the forms that Spring knows (RFC
	 * 9110, section 5.6.7).
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

	@Override
	public String toString() {
		return "BoundedResponse[status=%d, %d bytes]".formatted(this.status, this.body.length);
	}

}
