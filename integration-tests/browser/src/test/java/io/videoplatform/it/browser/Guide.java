package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The code of the documentation and of the files that it links to, unchanged except for
 * the names of the three sites.
 */
final class Guide {

	private static final Path FILES = Path.of("../../samples/browser-app/guides");

	private final String text;

	private Guide(String text) {
		this.text = text;
	}

	/**
	 * Reads a page of the documentation as it would stand there for a deployment.
	 */
	static Guide read(String page, Deployment deployment) {
		try {
			return new Guide((Files.readString(Path.of("../../docs", page)) + files(page))
				.replace("https://app.example.com", deployment.uri(Site.PAGE).toString())
				.replace("https://api.example.com", deployment.uri(Site.API).toString())
				.replace("https://login.example.com", deployment.uri(Site.PROVIDER).toString()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not read the guide", ex);
		}
	}

	private static String files(String page) throws IOException {
		return switch (page) {
			case "browser-apps.md" ->
				files("page", "Security.java", "reactive/Security.java", "index.html", "app.js", "oidc-client/app.js");
			case "through-the-server.md" -> files("server", "Security.java", "Videos.java", "Failures.java",
					"index.html", "app.js", "reactive/Security.java", "reactive/Videos.java", "reactive/Failures.java");
			default -> "";
		};
	}

	private static String files(String folder, String... names) throws IOException {
		StringBuilder text = new StringBuilder();
		for (String name : names) {
			text.append("\n## %s\n\n```%s\n".formatted(name, name.substring(name.indexOf('.') + 1)))
				.append(Files.readString(FILES.resolve(folder).resolve(name)))
				.append("```\n");
		}
		return text.toString();
	}

	/**
	 * Returns what stands below a heading.
	 */
	Guide after(String heading) {
		int begin = this.text.indexOf("\n" + heading + "\n");
		if (begin < 0) {
			throw new IllegalStateException("The guide has no heading '%s'".formatted(heading));
		}
		return new Guide(this.text.substring(begin));
	}

	/**
	 * Returns the properties that begin with this one.
	 */
	List<String> properties(String first) {
		return block("properties", first).lines().toList();
	}

	/**
	 * Returns the first Java in which this stands.
	 */
	String java(String text) {
		return block("java", "[^`]*\\b" + text + "\\b");
	}

	String page() {
		return block("html", "<!doctype html>");
	}

	/**
	 * Returns the script that begins with this.
	 */
	String script(String begin) {
		return block("js", Pattern.quote(begin));
	}

	private String block(String language, String begin) {
		return find("```%s\n(%s.*?\n)```".formatted(language, begin));
	}

	/**
	 * Returns the group of the first match.
	 */
	private String find(String pattern) {
		Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(this.text);
		if (!matcher.find()) {
			throw new IllegalStateException("The guide has no '%s'".formatted(pattern));
		}
		return matcher.group(1);
	}

}
