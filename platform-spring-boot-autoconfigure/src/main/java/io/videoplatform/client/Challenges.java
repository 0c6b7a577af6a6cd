package io.videoplatform.client;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code WWW-Authenticate} (RFC 9110, section 11.6.1) as far as one question needs:
 * does this 401 speak of the token? Several challenges in one line or in several, schemes
 * in any case and commas within quotes are understood; broken syntax is tolerated.
 */
final class Challenges {

	private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"?");

	private static final Pattern SCHEME = Pattern
		.compile("(?:^|,)\\s*([A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]*)(?=\\s|,|$)(?!\\s*=)");

	private static final Pattern ERROR = Pattern.compile("(?:^|[\\s,])error\\s*=\\s*(?:\"([^\"]*)\"|([^\\s,\"]+))",
			Pattern.CASE_INSENSITIVE);

	private static final List<String> OTHER_ERRORS = List.of("insufficient_scope", "invalid_request");

	private Challenges() {
	}

	/**
	 * Return whether a new token may help: there is no challenge at all, or one for
	 * {@code Bearer} that does not blame something else (RFC 6750, section 3.1).
	 */
	static boolean rejectToken(List<String> headers) {
		String joined = String.join(",", headers);
		if (joined.isBlank()) {
			return true;
		}
		String unquoted = QUOTED.matcher(joined)
			.replaceAll((quoted) -> "\"" + "x".repeat(Math.max(0, quoted.group().length() - 2)) + "\"");
		Matcher schemes = SCHEME.matcher(unquoted);
		boolean any = false;
		while (schemes.find()) {
			any = true;
			if (schemes.group(1).equalsIgnoreCase("bearer")) {
				int end = nextScheme(unquoted, schemes.end());
				return !blamesSomethingElse(joined.substring(schemes.end(), Math.min(end, joined.length())));
			}
		}
		return !any;
	}

	private static int nextScheme(String unquoted, int from) {
		Matcher following = SCHEME.matcher(unquoted);
		return following.find(from) ? following.start() : unquoted.length();
	}

	private static boolean blamesSomethingElse(String parameters) {
		Matcher error = ERROR.matcher(parameters);
		if (!error.find()) {
			return false;
		}
		String code = (error.group(1) != null) ? error.group(1) : error.group(2);
		return OTHER_ERRORS.contains(code.toLowerCase(Locale.ROOT));
	}

}
