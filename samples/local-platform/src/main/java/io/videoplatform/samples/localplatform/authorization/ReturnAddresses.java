package io.videoplatform.samples.localplatform.authorization;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Addresses to which a login or a logout may return. A {@code *} stands for any port, or
 * for one segment of a path; everything else is compared as it stands (RFC 9700, section
 * 4.1.3). The port of an IP loopback address never matters (RFC 8252, section 7.3).
 */
final class ReturnAddresses {

	private static final Pattern LOOPBACK = Pattern.compile("^(http://(?:127\\.0\\.0\\.1|\\[::1]))(?::[0-9]+)?(?=/|$)");

	private static final Pattern AROUND_WILDCARD = Pattern.compile("(?=:\\*)|(?<!:)(?=\\*)|(?<=\\*)");

	private final List<Pattern> patterns;

	private ReturnAddresses(List<Pattern> patterns) {
		this.patterns = patterns;
	}

	static ReturnAddresses of(Collection<String> addresses) {
		return new ReturnAddresses(addresses.stream().map(ReturnAddresses::compile).toList());
	}

	boolean include(@Nullable String address) {
		return address != null && this.patterns.stream().anyMatch((pattern) -> pattern.matcher(address).matches());
	}

	private static Pattern compile(String address) {
		String anyPort = LOOPBACK.matcher(address).replaceFirst("$1:*");
		return Pattern.compile(
				Stream.of(AROUND_WILDCARD.split(anyPort)).map(ReturnAddresses::part).collect(Collectors.joining()));
	}

	private static String part(String text) {
		return switch (text) {
			case ":*" -> "(?::[0-9]{1,5})?";
			case "*" -> "[\\w.~-]+";
			default -> Pattern.quote(text);
		};
	}

}
