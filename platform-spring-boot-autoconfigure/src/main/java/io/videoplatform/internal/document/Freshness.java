package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

import io.videoplatform.internal.http.HttpTime;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Until when a document is used without a request, during a request, and while requests
 * fail. The freshness lifetime is that of a private cache (RFC 9111, section 4.2). By
 * default it is extended, since the verified configuration is application state; in
 * strict mode it is obeyed to the letter. The end of freshness is spread by 10 % so that
 * nodes do not request a document in step; before the end that HTTP states, a request for
 * it delays no caller.
 *
 * @param fetchedAt when the document was received or confirmed
 * @param freshUntil the end of use without a request; at this time it is stale
 * @param revalidateUntil the end of use while one request goes on in the background (RFC
 * 5861, section 3)
 * @param staleUntil the end of use while requests fail (RFC 5861, section 4)
 * @param kept whether it may be kept at all
 */
record Freshness(Instant fetchedAt, Instant freshUntil, Instant revalidateUntil, Instant staleUntil, boolean kept) {

	private static final int HEURISTIC_FRACTION = 10;

	private static final double SPREAD = 0.10;

	private static final Duration MAX_HEURISTIC = Duration.ofDays(1);

	/**
	 * Read the headers of a response.
	 * @param headers the headers
	 * @param requested when the request was sent: the response ages from there on
	 * @param received when the response was complete
	 * @param settings the settings
	 * @param random the source of the spread
	 * @return the freshness
	 */
	static Freshness of(HttpHeaders headers, Instant requested, Instant received, DocumentSettings settings,
			RandomGenerator random) {
		CacheControl control = CacheControl.of(headers.getOrDefault(HttpHeaders.CACHE_CONTROL, List.of()));
		double spread = SPREAD * (2 * random.nextDouble() - 1);
		Instant fresh = requested.plus(remaining(headers, control, received));
		boolean exact = control.has("must-revalidate") || control.has("no-cache") || control.has("no-store");
		Instant revalidate = exact ? fresh : plus(fresh, control.seconds("stale-while-revalidate"));
		if (settings.strict()) {
			Duration stated = control.seconds("stale-if-error");
			Duration stale = (stated != null) ? stated : settings.staleIfError();
			return new Freshness(received, spread(requested, fresh, -Math.abs(spread)), revalidate,
					exact ? fresh : plus(fresh, stale), !control.has("no-store"));
		}
		Instant floor = received.plus(settings.minLifetime());
		Instant longer = later(fresh, floor);
		Instant until = spread(received, longer, spread);
		Instant above = until.isBefore(floor) ? spread(received, floor, Math.abs(spread)) : until;
		return new Freshness(received, above, revalidate, later(longer, above).plus(settings.staleIfError()), true);
	}

	private static Instant spread(Instant from, Instant until, double spread) {
		return until.plusMillis(Math.round(Duration.between(from, until).toMillis() * spread));
	}

	private static Instant later(Instant one, Instant other) {
		return one.isAfter(other) ? one : other;
	}

	boolean isFresh(Instant now) {
		return now.isBefore(this.freshUntil);
	}

	boolean isUsableWhileRevalidated(Instant now) {
		return now.isBefore(this.revalidateUntil);
	}

	/**
	 * Return for how long HTTP lets a response be used.
	 * @param headers the headers
	 * @param received when the response was complete
	 * @return the freshness lifetime less the age at the time of the response
	 */
	static Duration stated(HttpHeaders headers, Instant received) {
		return remaining(headers, CacheControl.of(headers.getOrDefault(HttpHeaders.CACHE_CONTROL, List.of())),
				received);
	}

	private static Duration remaining(HttpHeaders headers, CacheControl control, Instant received) {
		if (control.has("no-cache") || control.has("no-store") || matchesNoRequest(headers)) {
			return Duration.ZERO;
		}
		return clamped(lifetime(headers, control, received).minus(age(headers)));
	}

	/**
	 * Requests for a document are all the same, so that no other {@code Vary} counts (RFC
	 * 9111, section 4.1).
	 */
	private static boolean matchesNoRequest(HttpHeaders headers) {
		return headers.getVary().stream().anyMatch("*"::equals);
	}

	private static Duration lifetime(HttpHeaders headers, CacheControl control, Instant received) {
		Duration maxAge = control.seconds("max-age");
		if (maxAge != null) {
			return maxAge;
		}
		// Compared with the Date of the same response: clocks of two machines differ
		Instant sent = Objects.requireNonNullElse(date(headers, HttpHeaders.DATE, received), received);
		if (headers.containsHeader(HttpHeaders.EXPIRES)) {
			Instant expires = date(headers, HttpHeaders.EXPIRES, received);
			return (expires != null) ? Duration.between(sent, expires) : Duration.ZERO;
		}
		return heuristic(date(headers, HttpHeaders.LAST_MODIFIED, received), sent);
	}

	private static Duration heuristic(@Nullable Instant modified, Instant sent) {
		if (modified == null) {
			return Duration.ZERO;
		}
		Duration lifetime = Duration.between(modified, sent).dividedBy(HEURISTIC_FRACTION);
		return (lifetime.compareTo(MAX_HEURISTIC) > 0) ? MAX_HEURISTIC : lifetime;
	}

	/**
	 * Return the age that a response states (RFC 9111, section 5.1).
	 */
	static Duration age(HttpHeaders headers) {
		String value = headers.getFirst(HttpHeaders.AGE);
		Duration age = (value != null) ? HttpTime.seconds(value.split(",", 2)[0].trim()) : null;
		return (age != null) ? age : Duration.ZERO;
	}

	private static @Nullable Instant date(HttpHeaders headers, String name, Instant received) {
		String value = headers.getFirst(name);
		return (value != null) ? HttpTime.date(value, received) : null;
	}

	private static Instant plus(Instant time, @Nullable Duration duration) {
		return (duration != null) ? time.plus(clamped(duration)) : time;
	}

	private static Duration clamped(Duration duration) {
		if (duration.isNegative()) {
			return Duration.ZERO;
		}
		return (duration.compareTo(DocumentSettings.LONGEST) > 0) ? DocumentSettings.LONGEST : duration;
	}

}
