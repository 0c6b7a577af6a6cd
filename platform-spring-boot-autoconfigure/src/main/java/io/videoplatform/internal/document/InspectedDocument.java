package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import io.videoplatform.internal.http.HttpTime;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A document that was requested to look at it, with what its response says of it.
 *
 * @param <T> the type of the document
 * @param value the document
 * @param url the URL that was requested
 * @param source the URL that it came from, after redirects
 * @param headers the headers of the response
 * @param requested when the last request for it was sent
 * @param received when its response was complete
 * @param stated for how long HTTP lets it be used, zero if it may not be used again
 * @param used for how long it is used without a request, by the settings
 */
public record InspectedDocument<T>(T value, URI url, URI source, HttpHeaders headers, Instant requested,
		Instant received, Duration stated, Duration used) {

	static <T> InspectedDocument<T> of(T value, URI url, DocumentResponse response, DocumentSettings settings) {
		return new InspectedDocument<>(value, url, response.source(), response.message().headers(),
				response.requested(), response.received(), response.stated(), response.lifetime(settings));
	}

	/**
	 * Return the value of a header's first line.
	 * @param name the header
	 * @return the value, empty if there is none
	 */
	public String header(String name) {
		return Objects.requireNonNullElse(this.headers.getFirst(name), "");
	}

	/**
	 * Return by how much the sender's clock is ahead of the one here. The header
	 * {@code Date} names the time of the response (RFC 9110, section 6.6.1), or that of
	 * the stored one which is {@code Age} seconds old.
	 * @return the difference, negative if the sender's clock is behind, or {@code null}
	 * if the response does not tell
	 */
	public @Nullable Duration clockAhead() {
		Instant date = HttpTime.date(this.headers, HttpHeaders.DATE);
		if (date == null) {
			return null;
		}
		Instant middle = this.requested.plus(Duration.between(this.requested, this.received).dividedBy(2));
		return Duration.between(middle, date.plus(CacheLifetime.age(this.headers)));
	}

}
