package io.videoplatform.internal.engine;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names of the properties of this starter that are secrets, however their source
 * spells them.
 */
public final class SecretNames {

	private static final String PREFIX = "platform";

	/**
	 * How names end. What a client's own name holds does not matter.
	 */
	private static final List<String> ENDS = List.of("password", "clientsecret", "encryptionindexkey");

	/**
	 * What is in the names of secrets that are members of a property.
	 */
	private static final List<String> PARENTS = List.of("encryptionkeys", "tokenrequestparameters");

	/**
	 * How the names of locations end, which may be the secret themselves.
	 */
	private static final List<String> LOCATIONS = List.of("passwordlocation", "clientsecretlocation",
			"clientkeylocation", "clientassertionlocation");

	private static final Pattern ALL = Pattern.compile("%s.*?(%s)".formatted(PREFIX,
			Stream.of(ENDS, PARENTS, LOCATIONS).flatMap(List::stream).collect(Collectors.joining("|"))));

	private static final Pattern SEPARATORS = Pattern.compile("[^a-z0-9]+");

	private SecretNames() {
	}

	/**
	 * Return whether the value of a property is a secret.
	 * @param property the name of any property
	 */
	public static boolean isSecret(String property) {
		String name = normalized(property);
		return name.startsWith(PREFIX)
				&& (ENDS.stream().anyMatch(name::endsWith) || PARENTS.stream().anyMatch(name::contains));
	}

	/**
	 * Return whether the value of a property is the location of a secret.
	 * @param property the name of any property
	 */
	public static boolean isLocation(String property) {
		String name = normalized(property);
		return name.startsWith(PREFIX) && LOCATIONS.stream().anyMatch(name::endsWith);
	}

	/**
	 * Return whether a text seems to set a secret.
	 * @param text any text, such as a command line
	 */
	public static boolean isIn(String text) {
		return ALL.matcher(normalized(text)).find();
	}

	public static String normalized(String text) {
		return SEPARATORS.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
	}

}
