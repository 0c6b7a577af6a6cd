package io.videoplatform.internal.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

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

	private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

	private static final String TOKEN68_SYMBOLS = "-._~+/";

	private final String line;

	private final List<Challenge> found;

	private int at;

	private ChallengeParser(String line, List<Challenge> found) {
		this.line = line;
		this.found = found;
	}

	/**
	 * Return the challenges, in their order.
	 * @param lines the header's lines
	 * @return the challenges
	 */
	public static List<Challenge> parse(List<String> lines) {
		List<Challenge> found = new ArrayList<>();
		lines.forEach((line) -> new ChallengeParser(line, found).readLine());
		return found;
	}

	/**
	 * Return whether a new token may help: there is no challenge at all, or one for
	 * {@code Bearer} that does not blame something else.
	 * @param lines the header's lines
	 * @return whether a new token may help
	 */
	public static boolean rejectToken(List<String> lines) {
		List<Challenge> challenges = parse(lines);
		List<String> errors = challenges.stream().filter(Challenge::isBearer).map(Challenge::error).toList();
		return challenges.isEmpty() || errors.contains(INVALID_TOKEN)
				|| (!errors.isEmpty() && errors.stream().noneMatch(OTHER_ERRORS::contains));
	}

	private void readLine() {
		while (this.at < this.line.length()) {
			readElement();
			skipTo(',');
			this.at++;
		}
	}

	private void readElement() {
		skipBlanks();
		int start = this.at;
		String scheme = token();
		boolean ended = this.at == this.line.length() || this.line.charAt(this.at) == ',';
		boolean blank = skipBlanks();
		if (is('=')) {
			this.at = start;
		}
		else if (!scheme.isEmpty() && (ended || blank)) {
			this.found.add(new Challenge(scheme.toLowerCase(Locale.ROOT), new LinkedHashMap<>()));
			skipToken68();
		}
		readParameters();
	}

	/**
	 * Parameters of one list element; there is only one unless a comma is missing.
	 */
	private void readParameters() {
		while (this.at < this.line.length() && !is(',')) {
			String name = token();
			skipBlanks();
			if (!name.isEmpty() && is('=')) {
				this.at++;
				skipBlanks();
				addParameter(name, is('"') ? quoted() : token());
			}
			else if (name.isEmpty()) {
				skipOne();
			}
			skipBlanks();
		}
	}

	private void addParameter(String name, String value) {
		if (!this.found.isEmpty()) {
			this.found.get(this.found.size() - 1).parameters().putIfAbsent(name.toLowerCase(Locale.ROOT), value);
		}
	}

	private void skipToken68() {
		int start = this.at;
		while (this.at < this.line.length() && isOneOf(TOKEN68_SYMBOLS)) {
			this.at++;
		}
		while (is('=')) {
			this.at++;
		}
		skipBlanks();
		if (this.at < this.line.length() && !is(',')) {
			this.at = start;
		}
	}

	private String token() {
		int start = this.at;
		while (this.at < this.line.length() && isOneOf(TOKEN_SYMBOLS)) {
			this.at++;
		}
		return this.line.substring(start, this.at);
	}

	/**
	 * A quoted string that does not end reaches to the end of its line.
	 */
	private String quoted() {
		StringBuilder value = new StringBuilder();
		this.at++;
		while (this.at < this.line.length() && !is('"')) {
			if (is('\\') && this.at + 1 < this.line.length()) {
				this.at++;
			}
			value.append(this.line.charAt(this.at));
			this.at++;
		}
		this.at++;
		return value.toString();
	}

	private void skipTo(char end) {
		while (this.at < this.line.length() && !is(end)) {
			skipOne();
		}
	}

	private void skipOne() {
		if (is('"')) {
			quoted();
		}
		else {
			this.at++;
		}
	}

	private boolean skipBlanks() {
		int start = this.at;
		while (is(' ') || is('\t')) {
			this.at++;
		}
		return this.at > start;
	}

	private boolean is(char expected) {
		return this.at < this.line.length() && this.line.charAt(this.at) == expected;
	}

	private boolean isOneOf(String symbols) {
		char current = this.line.charAt(this.at);
		return (current >= 'a' && current <= 'z') || (current >= 'A' && current <= 'Z')
				|| (current >= '0' && current <= '9') || symbols.indexOf(current) >= 0;
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
		 * @return whether it is
		 */
		public boolean isBearer() {
			return this.scheme.equals("bearer");
		}

		/**
		 * Return the error code, in lower case.
		 * @return the code, empty if there is none
		 */
		public String error() {
			return this.parameters.getOrDefault("error", "").toLowerCase(Locale.ROOT);
		}

	}

}
