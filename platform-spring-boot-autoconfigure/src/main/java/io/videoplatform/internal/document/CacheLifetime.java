package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

import io.videoplatform.internal.http.HttpTime;

import org.springframework.http.HttpHeaders;

/**
 * How long HTTP lets a response be used (RFC 9111, section 4.2): {@code max-age} or else
 * {@code Expires} less {@code Date}, less {@code Age}.
 */
final class CacheLifetime {

	private static final Duration MAX = Duration.ofDays(1);

	private static final Set<String> FORBIDDEN = Set.of("no-cache", "no-store");

	private CacheLifetime() {
	}

	/**
	 * Return the lifetime that headers state.
	 * @param headers the headers of the response
	 * @param received when the response was complete
	 * @return at most a day; zero if they allow no use or state nothing that counts
	 */
	static Duration of(HttpHeaders headers, Instant received) {
		List<String> directives = directives(headers);
		if (directives.stream().map(CacheLifetime::name).anyMatch(FORBIDDEN::contains)) {
			return Duration.ZERO;
		}
		Duration maxAge = directives.stream()
			.filter((directive) -> name(directive).equals("max-age"))
			.map(CacheLifetime::seconds)
			.min(Duration::compareTo)
			.orElse(null);
		Duration left = ((maxAge != null) ? maxAge : untilExpires(headers, received)).minus(age(headers));
		if (left.isNegative()) {
			return Duration.ZERO;
		}
		return (left.compareTo(MAX) > 0) ? MAX : left;
	}

	/**
	 * Quotes do not count: what stands in a quoted string can shorten a lifetime, as the
	 * shortest of several counts, and never extend it.
	 */
	private static List<String> directives(HttpHeaders headers) {
		return headers.getOrEmpty(HttpHeaders.CACHE_CONTROL)
			.stream()
			.flatMap((line) -> Stream.of(line.toLowerCase(Locale.ROOT).replaceAll("[\\s\"]", "").split(",")))
			.toList();
	}

	private static String name(String directive) {
		return directive.split("=", 2)[0];
	}

	private static Duration seconds(String directive) {
		Duration stated = HttpTime.seconds(directive.substring(directive.indexOf('=') + 1));
		return (stated != null) ? stated : Duration.ZERO;
	}

	private static Duration untilExpires(HttpHeaders headers, Instant received) {
		Instant expires = HttpTime.date(headers, HttpHeaders.EXPIRES);
		Instant sent = HttpTime.date(headers, HttpHeaders.DATE);
		return (expires != null) ? Duration.between((sent != null) ? sent : received, expires) : Duration.ZERO;
	}

	/**
	 * Return the age that a response states (RFC 9111, section 5.1).
	 */
	static Duration age(HttpHeaders headers) {
		String value = headers.getFirst(HttpHeaders.AGE);
		Duration age = (value != null) ? HttpTime.seconds(value.split(",", 2)[0].trim()) : null;
		return (age != null) ? age : Duration.ZERO;
	}

}
