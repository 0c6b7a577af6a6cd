package io.videoplatform.samples.doctor;

import java.util.Arrays;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The options of the command line that are no properties of the starter.
 *
 * @param client the name of the client to check, or {@code null} for the default client
 * @param json whether the report is JSON
 * @param help whether only the usage is asked for
 */
record Options(@Nullable String client, boolean json, boolean help) {

	static final String HINT = "Run with --help to see what to give.";

	static final String USAGE = """
			Checks the way from the root URL of a platform to a token.

			  java -jar doctor.jar --platform.root-url=https://api.example.com

			With credentials a token is requested, too. Give secrets by environment variables,
			because others can see the arguments of a process:

			  PLATFORM_ROOT_URL, PLATFORM_USERNAME, PLATFORM_PASSWORD              an account
			  PLATFORM_ROOT_URL, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET,
			  PLATFORM_GRANT_TYPE=client_credentials                               a service

			All properties of the starter work, as arguments (--name=value), as environment
			variables, or in an application.properties in the folder that it runs in.

			  --client=<name>       the client to check, 'platform' unless it is given
			  --format=text|json    the form of the report, text unless it is given
			  --help                print this

			Exit code: 0 all passed, 1 there are warnings, 2 something failed, 3 wrong arguments,
			4 the check itself has failed.
			The environment variable NO_COLOR switches colours off.""";

	/**
	 * What is no property with a dot: the options of this program, and those of Spring
	 * Boot.
	 */
	private static final Set<String> WITHOUT_DOT = Set.of("client", "format", "help", "debug", "trace");

	static Options parse(String... args) {
		String client = null;
		String format = "text";
		for (String argument : args) {
			if (!argument.startsWith("--") || argument.length() == 2) {
				throw new IllegalArgumentException(
						"An argument does not begin with '--'. Write arguments as '--name=value'.");
			}
			requireKnown(argument);
			client = argument.startsWith("--client=") ? value(argument) : client;
			format = argument.startsWith("--format=") ? value(argument) : format;
		}
		if (!format.equals("text") && !format.equals("json")) {
			throw new IllegalArgumentException("There is no format '%s': write 'text' or 'json'.".formatted(format));
		}
		return new Options(client, format.equals("json"), Arrays.asList(args).contains("--help"));
	}

	private static void requireKnown(String argument) {
		String name = argument.substring(2).split("=", 2)[0];
		if (!name.contains(".") && !WITHOUT_DOT.contains(name)) {
			throw new IllegalArgumentException("There is no option '--%s'.".formatted(name));
		}
		if ((name.equals("client") || name.equals("format")) && !argument.contains("=")) {
			throw new IllegalArgumentException("The option '--%s' has no value. Write '--%1$s=value'.".formatted(name));
		}
	}

	private static String value(String argument) {
		return argument.substring(argument.indexOf('=') + 1);
	}

}
