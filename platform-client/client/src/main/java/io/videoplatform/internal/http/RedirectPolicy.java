package io.videoplatform.internal.http;

import java.net.URI;
import java.util.regex.Pattern;

/**
 * Which redirects (RFC 9110, section 15.4) of a request are followed, beyond the checks
 * that every URL passes. No HTTP client follows any by itself: each target is checked
 * before it is requested.
 */
public enum RedirectPolicy {

	/**
	 * To any origin, but never from https to http (RFC 7033, section 4.2).
	 */
	NO_DOWNGRADE,

	/**
	 * Within the origin of the request.
	 */
	SAME_ORIGIN;

	/**
	 * {@link URI} accepts other letters, which HTTP clients decode and encode in
	 * different ways.
	 */
	private static final Pattern ASCII = Pattern.compile("[\\x21-\\x7e]*");

	/**
	 * How many redirects are followed in a row.
	 */
	public static final int MAX_REDIRECTS = 5;

	/**
	 * Return whether a response is a redirect.
	 */
	public static boolean isRedirect(int status) {
		return switch (status) {
			case 301, 302, 303, 307, 308 -> true;
			default -> false;
		};
	}

	/**
	 * Resolve a {@code Location} (RFC 9110, section 10.2.2).
	 * @throws InvalidUrlException if it is no URL or lies where the policy does not allow
	 */
	public URI target(URI from, String location) {
		URI target = resolve(from, location);
		if (this == SAME_ORIGIN && !Origin.of(from).contains(target)) {
			throw new InvalidUrlException("is not on the same origin");
		}
		if ("https".equalsIgnoreCase(from.getScheme()) && "http".equalsIgnoreCase(target.getScheme())) {
			throw new InvalidUrlException("is plain http");
		}
		return target;
	}

	private static URI resolve(URI from, String location) {
		try {
			if (!ASCII.matcher(location).matches()) {
				throw new IllegalArgumentException("Not percent-encoded");
			}
			return from.resolve(location);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidUrlException("is not a URL");
		}
	}

}
