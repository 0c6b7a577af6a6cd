package io.videoplatform.it.browser;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Request with its response, as both went over the wire.
 */
record Message(Site site, String method, String uri, Map<String, List<String>> requestHeaders, int status,
		Map<String, List<String>> responseHeaders, String text) {

	/**
	 * Tells a text that holds a JWT. Header and claims are looked for: random values in
	 * base64url, for example a code challenge, may hold the first letters of one.
	 */
	static final Predicate<String> JWT = Pattern.compile("eyJ[\\w-]+\\.eyJ").asPredicate();

	/**
	 * Returns what may be written to a log on the way: the line of the request, and where
	 * the browser says it comes from.
	 */
	String loggable() {
		return this.method + " " + this.uri + " " + this.requestHeaders.getOrDefault("referer", List.of());
	}

	/**
	 * Returns all that the browser gets.
	 */
	String sent() {
		return this.responseHeaders + "\n" + this.text;
	}

}
