package io.videoplatform.discovery;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The directives of all {@code Cache-Control} lines of an answer (RFC 9111, section 5.2):
 * names without case, quoted strings understood, unknown directives ignored, the first of
 * duplicates used.
 */
final class CacheControl {

	private static final Pattern DIRECTIVE = Pattern
		.compile("\\s*([^\\s=,\"]+)\\s*(?:=\\s*(\"(?:[^\"\\\\]|\\\\.)*(?:\"|$)[^,]*|[^,]*))?[^,]*(?:,|$)|[^,]*,");

	private final Map<String, String> directives = new LinkedHashMap<>();

	private CacheControl() {
	}

	static CacheControl of(List<String> lines) {
		CacheControl result = new CacheControl();
		for (String line : lines) {
			Matcher directive = DIRECTIVE.matcher(line);
			while (directive.lookingAt() && directive.end() > directive.regionStart()) {
				result.add(directive.group(1), directive.group(2));
				directive.region(directive.end(), line.length());
			}
		}
		return result;
	}

	private void add(@Nullable String name, @Nullable String value) {
		if (name != null) {
			this.directives.putIfAbsent(name.toLowerCase(Locale.ROOT), (value != null) ? value.trim() : "");
		}
	}

	/**
	 * Return whether a directive is there, with or without a value.
	 * @param name the name in lower case
	 * @return whether it is there
	 */
	boolean has(String name) {
		return this.directives.containsKey(name);
	}

	/**
	 * Return the value of a directive that is a number of seconds.
	 * @param name the name in lower case
	 * @return the value; zero if it is malformed, {@code null} if there is none
	 */
	@Nullable Duration seconds(String name) {
		String value = this.directives.get(name);
		return (value != null) ? DeltaSeconds.parse(unquoted(value), Duration.ZERO) : null;
	}

	private static String unquoted(String value) {
		boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
		return quoted ? value.substring(1, value.length() - 1) : value;
	}

}
