package io.videoplatform.internal.document;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import io.videoplatform.internal.http.HttpTime;
import org.jspecify.annotations.Nullable;

/**
 * The directives of all {@code Cache-Control} lines of a response (RFC 9111, section
 * 5.2): names without case, quoted strings understood, unknown directives ignored, the
 * first of duplicates used.
 */
final class CacheControl {

	private final Map<String, String> directives = new HashMap<>();

	private CacheControl() {
	}

	static CacheControl of(List<String> lines) {
		CacheControl control = new CacheControl();
		lines.forEach(control::addLine);
		return control;
	}

	private void addLine(String line) {
		boolean quoted = false;
		int start = 0;
		for (int i = 0; i < line.length(); i++) {
			char character = line.charAt(i);
			if (quoted && character == '\\') {
				i++;
			}
			else if (character == '"') {
				quoted = !quoted;
			}
			else if (character == ',' && !quoted) {
				addDirective(line.substring(start, i));
				start = i + 1;
			}
		}
		addDirective(line.substring(start));
	}

	private void addDirective(String directive) {
		int equals = directive.indexOf('=');
		String name = (equals != -1) ? directive.substring(0, equals) : directive;
		String value = (equals != -1) ? directive.substring(equals + 1) : "";
		this.directives.putIfAbsent(name.trim().toLowerCase(Locale.ROOT), value.trim());
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
		if (value == null) {
			return null;
		}
		return Objects.requireNonNullElse(HttpTime.seconds(unquoted(value)), Duration.ZERO);
	}

	private static String unquoted(String value) {
		boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
		return quoted ? value.substring(1, value.length() - 1) : value;
	}

}
