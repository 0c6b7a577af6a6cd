package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;

import io.videoplatform.internal.http.HttpDates;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * For how long HTTP calls a response fresh (RFC 9111, section 4.2), seen by a private
 * cache. The {@code Date} of the response is compared with other dates of the same one
 * only, never with the clock here: clocks of two machines differ.
 *
 * @param headers the headers of the response
 * @param control its cache directives
 * @param received when it was received
 */
record ResponseLifetime(HttpHeaders headers, CacheControl control, Instant received) {

	private static final int HEURISTIC_FRACTION = 10;

	private static final Duration LONGEST_GUESS = Duration.ofDays(1);

	/**
	 * Return what is left of the lifetime when the response is sent out to us.
	 * @return lifetime less age, not negative, at most a year
	 */
	Duration remaining() {
		if (this.control.has("no-cache") || this.control.has("no-store")) {
			return Duration.ZERO;
		}
		return clamped(lifetime().minus(age()));
	}

	private Duration lifetime() {
		Duration maxAge = this.control.seconds("max-age");
		if (maxAge != null) {
			return maxAge;
		}
		return this.headers.containsHeader(HttpHeaders.EXPIRES) ? untilExpires() : guess();
	}

	private Duration untilExpires() {
		Instant expires = date(HttpHeaders.EXPIRES);
		return (expires != null) ? Duration.between(sent(), expires) : Duration.ZERO;
	}

	private Duration guess() {
		Instant modified = date(HttpHeaders.LAST_MODIFIED);
		if (modified == null) {
			return Duration.ZERO;
		}
		Duration guess = Duration.between(modified, sent()).dividedBy(HEURISTIC_FRACTION);
		return (guess.compareTo(LONGEST_GUESS) > 0) ? LONGEST_GUESS : guess;
	}

	private Duration age() {
		String value = this.headers.getFirst(HttpHeaders.AGE);
		String first = (value != null) ? value.split(",", 2)[0].trim() : "";
		return DeltaSeconds.parse(first, Duration.ZERO);
	}

	private Instant sent() {
		Instant date = date(HttpHeaders.DATE);
		return (date != null) ? date : this.received;
	}

	private @Nullable Instant date(String header) {
		String value = this.headers.getFirst(header);
		return (value != null) ? HttpDates.parse(value, this.received) : null;
	}

	static Duration clamped(Duration duration) {
		if (duration.isNegative()) {
			return Duration.ZERO;
		}
		return (duration.compareTo(DocumentSettings.LONGEST) > 0) ? DocumentSettings.LONGEST : duration;
	}

}
