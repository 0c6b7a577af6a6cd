package io.videoplatform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The table of the page on troubleshooting, made from the catalogue of errors.
 */
final class TroubleshootingPage {

	private static final String BEGIN = "<!-- generated: begin -->\n";

	private static final String END = "<!-- generated: end -->\n";

	/**
	 * What stands in quotes, which are no apostrophes.
	 */
	private static final Pattern QUOTED = Pattern.compile("(?<!\\w)'([^']+)'(?!\\w)");

	private TroubleshootingPage() {
	}

	/**
	 * Return a page with the table as it is now.
	 */
	static String of(Path page) throws IOException {
		String text = Files.readString(page);
		return text.substring(0, text.indexOf(BEGIN)) + BEGIN + table() + text.substring(text.indexOf(END));
	}

	private static String table() {
		return Arrays.stream(PlatformError.values())
			.map(TroubleshootingPage::row)
			.collect(Collectors.joining("\n", "\n| code | cause | action |\n|---|---|---|\n", "\n\n"));
	}

	private static String row(PlatformError error) {
		return "| `%s` | %s | %s |".formatted(error.getCode(), code(error.getCause()), code(error.getCure()));
	}

	private static String code(String text) {
		return QUOTED.matcher(text).replaceAll("`$1`");
	}

}
