package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the documentation of browser applications tells people to write, word for word but
 * for the names of the three sites.
 */
final class Guide {

	private final String text;

	private Guide(String text) {
		this.text = text;
	}

	/**
	 * Reads the guide as it would stand there for a deployment.
	 */
	static Guide read(Deployment deployment) {
		try {
			return new Guide(Files.readString(Path.of("../../docs/browser-apps.md"))
				.replace("https://app.example.com", deployment.uri(Site.PAGE).toString())
				.replace("https://api.example.com", deployment.uri(Site.API).toString())
				.replace("https://login.example.com", deployment.uri(Site.PROVIDER).toString()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not read the guide", ex);
		}
	}

	List<String> properties() {
		return block("properties", "platform.root-url=").lines().toList();
	}

	String servletChain() {
		return block("java", "@Configuration[^`]*\\bSecurityFilterChain");
	}

	String reactiveChain() {
		return block("java", "@Configuration[^`]*\\bSecurityWebFilterChain");
	}

	String page() {
		return block("html", "<!doctype html>");
	}

	String script() {
		return block("js", "import Keycloak");
	}

	/**
	 * Returns what makes a module of the adapter that is a plain script.
	 */
	String moduleEnd() {
		return block("js", "export default");
	}

	private String block(String language, String begin) {
		Matcher block = Pattern.compile("```" + language + "\n(" + begin + "[^`]*(?:`[^`]+`[^`]*)*?)```")
			.matcher(this.text);
		if (!block.find()) {
			throw new IllegalStateException("The guide has no %s that begins with '%s'".formatted(language, begin));
		}
		return block.group(1);
	}

}
