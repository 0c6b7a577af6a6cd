package io.videoplatform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares what is written about the starter with what it is.
 */
class DocumentationTests {

	private static final Path ROOT = Path.of("..");

	private static final Path PROPERTIES_PAGE = ROOT.resolve("docs/properties.md");

	private static final Pattern PROPERTY = Pattern.compile("(?<![\\w./-])platform(?:\\.[a-z][a-z0-9-]*)+(?![\\w(])");

	private static final Pattern LINK = Pattern.compile("\\]\\((?!\\w+:|#)([^)#\\s]+)[^)]*\\)");

	private final ConfigurationMetadata metadata = ConfigurationMetadata.ofThisModule();

	@Test
	void descriptionsWhenReadThenOnePlainSentenceEach() {
		assertThat(this.metadata.properties()).isNotEmpty().allSatisfy((property) -> {
			assertThat(property.description()).as("description of %s: one plain sentence", property.name())
				.matches("[A-Z][^{}<>]*[^.]\\.")
				.doesNotContainPattern("[.!?] [A-Z]")
				.doesNotStartWith("The ");
			if (property.type().equals(Boolean.class.getName())) {
				assertThat(property.description()).as("description of %s", property.name()).startsWith("Whether ");
			}
		});
	}

	@Test
	void propertiesPageWhenComparedThenCurrent() throws IOException {
		String page = PropertiesPage.of(this.metadata);
		if (Boolean.getBoolean("docs.write")) {
			Files.writeString(PROPERTIES_PAGE, page);
		}
		assertThat(PROPERTIES_PAGE)
			.as("""
					%s is not what the Javadoc of the properties says. Write it again:
					mvn -pl platform-spring-boot-autoconfigure -am test -Dtest=DocumentationTests -Ddocs.write=true -Dsurefire.failIfNoSpecifiedTests=false""",
					PROPERTIES_PAGE)
			.hasContent(page);
	}

	@Test
	void pagesWhenTheyNameAPropertyThenItExists() throws IOException {
		for (Path page : pages()) {
			assertThat(matches(PROPERTY, page).map(MatchResult::group).distinct()).as("properties named in %s", page)
				.allMatch(this.metadata::contains);
		}
	}

	@Test
	void pagesWhenTheyLinkToAFileThenItExists() throws IOException {
		for (Path page : pages()) {
			assertThat(matches(LINK, page).map((link) -> page.resolveSibling(link.group(1)))).as("links of %s", page)
				.allMatch(Files::exists);
		}
	}

	private static Stream<MatchResult> matches(Pattern pattern, Path page) throws IOException {
		return pattern.matcher(Files.readString(page)).results();
	}

	private static List<Path> pages() throws IOException {
		try (Stream<Path> top = Files.list(ROOT); Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
			return Stream.concat(top, docs).filter((file) -> file.toString().endsWith(".md")).sorted().toList();
		}
	}

}
