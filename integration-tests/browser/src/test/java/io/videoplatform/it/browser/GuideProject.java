package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;

/**
 * A project that follows a guide.
 */
record GuideProject(Path folder) {

	/**
	 * Returns what starts the application.
	 */
	SpringApplicationBuilder application(WebApplicationType stack, List<String> snippets) {
		return new SpringApplicationBuilder(Application.class).web(stack)
			.sources(Snippets.compile(snippets, this.folder));
	}

	/**
	 * Writes the page, and returns the properties that make the application serve it and
	 * nothing else.
	 */
	List<String> page(Map<String, String> files) {
		try {
			Path pages = Files.createDirectories(this.folder.resolve("static"));
			for (Map.Entry<String, String> file : files.entrySet()) {
				Files.writeString(pages.resolve(file.getKey()), file.getValue());
			}
			// the sample's properties stand on the class path, too
			return List.of("spring.config.name=guide", "spring.web.resources.static-locations=" + pages.toUri());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not write the page", ex);
		}
	}

	/**
	 * What every Spring Boot application has.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
