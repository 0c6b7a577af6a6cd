package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Until when a document is used without asking, while asking, and while asking fails. By
 * default HTTP's directives are extended for the verified configuration, which is
 * application state; in strict mode they are obeyed to the letter.
 *
 * @param fetchedAt when the document was received or confirmed
 * @param freshUntil the end of use without asking; at this time it is stale
 * @param revalidateUntil the end of use while one request goes on behind (RFC 5861,
 * section 3)
 * @param staleUntil the end of use while asking fails (RFC 5861, section 4)
 * @param kept whether it may be kept at all
 */
record Freshness(Instant fetchedAt, Instant freshUntil, Instant revalidateUntil, Instant staleUntil, boolean kept) {

	/**
	 * Read the headers of a response.
	 * @param headers the headers
	 * @param requested when the request was sent: the response ages from there on
	 * @param received when the response was complete
	 * @param settings the settings
	 * @return the freshness
	 */
	static Freshness of(HttpHeaders headers, Instant requested, Instant received, DocumentSettings settings) {
		CacheControl control = CacheControl.of(headers.getOrDefault(HttpHeaders.CACHE_CONTROL, List.of()));
		Instant fresh = requested.plus(new ResponseLifetime(headers, control, received).remaining());
		boolean exact = control.has("must-revalidate") || control.has("no-cache") || control.has("no-store");
		Instant revalidate = exact ? fresh : plus(fresh, control.seconds("stale-while-revalidate"));
		if (settings.strict()) {
			Duration stated = control.seconds("stale-if-error");
			Duration stale = (stated != null) ? stated : settings.staleIfError();
			return new Freshness(received, fresh, revalidate, exact ? fresh : plus(fresh, stale),
					!control.has("no-store"));
		}
		Instant floor = received.plus(settings.minLifetime());
		Instant longer = fresh.isAfter(floor) ? fresh : floor;
		return new Freshness(received, longer, revalidate, longer.plus(settings.staleIfError()), true);
	}

	private static Instant plus(Instant time, @Nullable Duration duration) {
		return (duration != null) ? time.plus(ResponseLifetime.clamped(duration)) : time;
	}

	Freshness staleSince(Instant time) {
		return new Freshness(this.fetchedAt, time, time, this.staleUntil, this.kept);
	}

	boolean isFresh(Instant now) {
		return now.isBefore(this.freshUntil);
	}

	boolean isUsableWhileRevalidated(Instant now) {
		return now.isBefore(this.revalidateUntil);
	}

}
