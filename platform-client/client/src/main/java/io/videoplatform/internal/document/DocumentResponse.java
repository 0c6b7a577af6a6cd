package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.videoplatform.internal.http.BoundedResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A document as it was received, with what HTTP says of its lifetime (RFC 9111, section
 * 4.2): {@code max-age} or else {@code Expires} less {@code Date}, less {@code Age}.
 *
 * @param <T> the type of the document
 * @param value the document
 * @param url the URL that was requested
 * @param source the URL that it came from, after redirects
 * @param headers the headers of the response
 * @param requested when the last request for it was sent
 * @param received when its response was complete
 * @param minLifetime the lifetime of a document to which HTTP gives none
 */
public record DocumentResponse<T>(T value, URI url, URI source, HttpHeaders headers, Instant requested,
		Instant received, Duration minLifetime) {

	private static final Duration MAX = Duration.ofDays(1);

	private static final Set<String> FORBIDDEN = Set.of("no-cache", "no-store");

	<R> DocumentResponse<R> with(R other) {
		return new DocumentResponse<>(other, this.url, this.source, this.headers, this.requested, this.received,
				this.minLifetime);
	}

	/**
	 * Return for how long the document is used from its receipt on. The response has aged
	 * since it was requested.
	 */
	public Duration used() {
		Duration left = stated().minus(Duration.between(this.requested, this.received));
		return (left.isNegative() || left.isZero()) ? this.minLifetime : left;
	}

	/**
	 * Return the lifetime that HTTP states: at most a day, zero if there is none.
	 */
	public Duration stated() {
		List<String> directives = directives();
		if (directives.stream().map(DocumentResponse::name).anyMatch(FORBIDDEN::contains)) {
			return Duration.ZERO;
		}
		Duration left = directives.stream()
			.filter((directive) -> name(directive).equals("max-age"))
			.map((directive) -> seconds(directive.substring(directive.indexOf('=') + 1)))
			.min(Duration::compareTo)
			.orElseGet(this::untilExpires)
			.minus(age());
		return left.isNegative() ? Duration.ZERO : (left.compareTo(MAX) > 0) ? MAX : left;
	}

	/**
	 * Quotes do not count: what stands in a quoted string can shorten a lifetime, as the
	 * shortest of several counts, and never extend it.
	 */
	private List<String> directives() {
		return this.headers.getOrEmpty(HttpHeaders.CACHE_CONTROL)
			.stream()
			.flatMap((line) -> Stream.of(line.toLowerCase(Locale.ROOT).replaceAll("[\\s\"]", "").split(",")))
			.toList();
	}

	private static String name(String directive) {
		return directive.split("=", 2)[0];
	}

	private static Duration seconds(String value) {
		return Objects.requireNonNullElse(BoundedResponse.seconds(value), Duration.ZERO);
	}

	private Duration untilExpires() {
		Instant expires = BoundedResponse.date(this.headers, HttpHeaders.EXPIRES);
		Instant sent = BoundedResponse.date(this.headers, HttpHeaders.DATE);
		return (expires != null) ? Duration.between((sent != null) ? sent : this.received, expires) : Duration.ZERO;
	}

	private Duration age() {
		return seconds(header(HttpHeaders.AGE).split(",", 2)[0].trim());
	}

	/**
	 * Return the value of a header's first line, empty if there is none.
	 */
	public String header(String name) {
		return Objects.requireNonNullElse(this.headers.getFirst(name), "");
	}

	/**
	 * Return by how much the sender's clock is ahead of the one here, {@code null} if the
	 * response does not tell. The header {@code Date} names the time of the response (RFC
	 * 9110, section 6.6.1), or that of the stored one which is {@code Age} seconds old.
	 */
	public @Nullable Duration clockAhead() {
		Instant date = BoundedResponse.date(this.headers, HttpHeaders.DATE);
		if (date == null) {
			return null;
		}
		Instant middle = this.requested.plus(Duration.between(this.requested, this.received).dividedBy(2));
		return Duration.between(middle, date.plus(age()));
	}

}
