package io.videoplatform.internal.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code WWW-Authenticate} (RFC 9110, section 11.6.1): several challenges in one
 * line or in several, schemes and parameter names in any case, token68, quoted strings
 * with commas and escapes. A line is read once from left to right; broken syntax is
 * skipped. Neither Spring nor the JDK has such a parser, and the expressions of Nimbus
 * recurse on long quoted strings.
 */
public final class ChallengeParser {

	/**
	 * The error of a resource that requires another authentication (RFC 9470, section 3).
	 */
	public static final String INSUFFICIENT_USER_AUTHENTICATION = "insufficient_user_authentication";

	private static final String INVALID_TOKEN = "invalid_token";

	/**
	 * What a new token does not help against (RFC 6750, section 3.1; RFC 9470, section
	 * 3).
	 */
	private static final Set<String> OTHER_ERRORS = Set.of("insufficient_scope", "invalid_request",
			INSUFFICIENT_USER_AUTHENTICATION);

	private static final String BLANKS = "[ \\t]*+";

	private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]++";

	/**
	 * What a quoted string holds: one that does not end reaches to the end of its line.
	 */
	private static final String QUOTED = "[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+";

	/**
	 * A parameter, a scheme with its token68, a comma, or what is skipped. All
	 * quantifiers are possessive: they do not recurse.
	 */
	private static final Pattern PART = Pattern
		.compile(
				"(?<name>" + TOKEN + ")" + BLANKS + "=" + BLANKS + "(?:\"(?<quoted>" + QUOTED + ")\"?+|(?<value>"
						+ TOKEN + ")?+)|(?<scheme>" + TOKEN + ")(?=[ \\t,]|$)(?:" + BLANKS + "[A-Za-z0-9._~+/-]++=*+"
						+ BLANKS + "(?=,|$))?+|(?<blank>[ \\t])|(?<comma>,)|\"" + QUOTED + "\"?+|" + TOKEN + "|.",
				Pattern.DOTALL);

	private static final Pattern ESCAPE = Pattern.compile("\\\\(.)", Pattern.DOTALL);

	private ChallengeParser() {
	}

	/**
	 * Return the challenges, in their order.
	 */
	public static List<Challenge> parse(List<String> lines) {
		List<Challenge> found = new ArrayList<>();
		lines.forEach((line) -> read(line, found));
		return found;
	}

	/**
	 * Return whether a new token may help: there is no challenge at all, or one for
	 * {@code Bearer} that does not blame something else.
	 */
	public static boolean rejectToken(List<String> lines) {
		List<Challenge> challenges = parse(lines);
		List<String> errors = challenges.stream().filter(Challenge::isBearer).map(Challenge::error).toList();
		return challenges.isEmpty() || errors.contains(INVALID_TOKEN)
				|| (!errors.isEmpty() && errors.stream().noneMatch(OTHER_ERRORS::contains));
	}

	private static void read(String line, List<Challenge> found) {
		boolean begins = true;
		for (Matcher part = PART.matcher(line); part.find();) {
			if (part.group("name") != null) {
				addParameter(part, found);
			}
			else if (part.group("scheme") != null && begins) {
				found.add(new Challenge(part.group("scheme").toLowerCase(Locale.ROOT), new LinkedHashMap<>()));
			}
			begins = part.group("comma") != null || (begins && part.group("blank") != null);
		}
	}

	private static void addParameter(Matcher part, List<Challenge> found) {
		if (!found.isEmpty()) {
			String quoted = part.group("quoted");
			String value = (quoted != null) ? ESCAPE.matcher(quoted).replaceAll("$1")
					: Objects.requireNonNullElse(part.group("value"), "");
			found.get(found.size() - 1).parameters().putIfAbsent(part.group("name").toLowerCase(Locale.ROOT), value);
		}
	}

	/**
	 * One challenge.
	 *
	 * @param scheme the scheme, in lower case
	 * @param parameters the parameters, their names in lower case
	 */
	public record Challenge(String scheme, Map<String, String> parameters) {

		/**
		 * Return whether the scheme is {@code Bearer} (RFC 6750).
		 */
		public boolean isBearer() {
			return this.scheme.equals("bearer");
		}

		/**
		 * Return the error code, in lower case.
		 */
		public String error() {
			return this.parameters.getOrDefault("error", "").toLowerCase(Locale.ROOT);
		}

	}

}
