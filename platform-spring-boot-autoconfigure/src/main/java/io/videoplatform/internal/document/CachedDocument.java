package io.videoplatform.internal.document;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A document that was read, with the headers that caching depends on.
 *
 * @param <T> the type of the document
 * @param value the document
 * @param source the URL that it came from, after redirects
 * @param headers the headers that caching depends on
 * @param freshness until when it is used
 */
record CachedDocument<T>(T value, URI source, HttpHeaders headers, Freshness freshness) {

	private static final List<String> CACHING = List.of(HttpHeaders.CACHE_CONTROL, HttpHeaders.EXPIRES,
			HttpHeaders.DATE, HttpHeaders.AGE, HttpHeaders.ETAG, HttpHeaders.LAST_MODIFIED, HttpHeaders.VARY);

	private static final int LONGEST = 1_000;

	private static final String WEAK = "W/";

	private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7e][\\x20-\\x7e]*");

	static <T> CachedDocument<T> of(T value, DocumentResponse response, DocumentSettings settings,
			RandomGenerator random) {
		HttpHeaders headers = new HttpHeaders();
		copy(response.message().headers(), headers);
		return create(value, response, headers, settings, random);
	}

	/**
	 * Return this document as a response 304 confirmed it (RFC 9111, section 4.3.4): the
	 * body stays, the headers are updated and its age starts again.
	 * @param response the response
	 * @param settings the settings
	 * @param random the source of the spread of its freshness
	 * @return the same document, with another freshness
	 */
	CachedDocument<T> confirmed(DocumentResponse response, DocumentSettings settings, RandomGenerator random) {
		HttpHeaders updated = new HttpHeaders();
		copy(this.headers, updated);
		updated.remove(HttpHeaders.AGE);
		updated.remove(HttpHeaders.DATE);
		copy(response.message().headers(), updated);
		return create(this.value, response, updated, settings, random);
	}

	/**
	 * Add the validator to a request that may confirm this document. An entity tag is
	 * sent as it came.
	 * @param request the headers of the request
	 */
	void addValidator(HttpHeaders request) {
		if (!add(request, HttpHeaders.IF_NONE_MATCH, HttpHeaders.ETAG)) {
			add(request, HttpHeaders.IF_MODIFIED_SINCE, HttpHeaders.LAST_MODIFIED);
		}
	}

	/**
	 * Return whether a response 304 is about this document (RFC 9111, section 4.3.4): it
	 * has no entity tag or the same one. Another is that of a document which is not held.
	 * @param response the response
	 * @return whether it confirms this document
	 */
	boolean isNamedBy(DocumentResponse response) {
		String tag = response.message().header(HttpHeaders.ETAG);
		return tag == null || opaque(tag).equals(opaque(this.headers.getFirst(HttpHeaders.ETAG)));
	}

	private static String opaque(@Nullable String tag) {
		String stated = Objects.requireNonNullElse(tag, "");
		return stated.startsWith(WEAK) ? stated.substring(WEAK.length()) : stated;
	}

	private boolean add(HttpHeaders request, String name, String validator) {
		String value = this.headers.getFirst(validator);
		if (value == null || !PRINTABLE.matcher(value).matches()) {
			return false;
		}
		request.set(name, value);
		return true;
	}

	private static <T> CachedDocument<T> create(T value, DocumentResponse response, HttpHeaders headers,
			DocumentSettings settings, RandomGenerator random) {
		return new CachedDocument<>(value, response.source(), held(headers),
				Freshness.of(headers, response.requested(), response.received(), settings, random));
	}

	/**
	 * Headers of unusual length count once, and are not held: anyone can name a host.
	 */
	private static HttpHeaders held(HttpHeaders headers) {
		HttpHeaders held = new HttpHeaders();
		headers.forEach((name, values) -> {
			if (values.stream().mapToInt(String::length).sum() <= LONGEST) {
				held.put(name, values);
			}
		});
		return held;
	}

	private static void copy(HttpHeaders from, HttpHeaders to) {
		CACHING.forEach((name) -> {
			List<String> values = from.get(name);
			if (values != null) {
				to.put(name, List.copyOf(values));
			}
		});
	}

}
