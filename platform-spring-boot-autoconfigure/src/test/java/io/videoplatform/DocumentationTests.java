package io.videoplatform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares what is written about the starter with what it is.
 */
class DocumentationTests {

	private static final Path PROPERTIES_PAGE = RepositoryFiles.ROOT.resolve("docs/properties.md");

	private static final Path OPERATIONS_PAGE = RepositoryFiles.ROOT.resolve("docs/operations.md");

	private static final Path TROUBLESHOOTING_PAGE = RepositoryFiles.ROOT.resolve("docs/troubleshooting.md");

	private static final Pattern PROPERTY = Pattern.compile("(?<![\\w./-])platform(?:\\.[a-z][a-z0-9-]*)+(?![\\w(])");

	private static final List<String> MODULES = List.of("platform-client/client", "platform-client/store",
			"platform-client/login", "platform-spring-boot-autoconfigure");

	private static final Pattern LOCK = Pattern.compile("(?m)^\\| `([A-Z]\\w+)[^|]*\\(monitor\\)");

	private static final Pattern MONITOR = Pattern.compile("\\bsynchronized\\b");

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
	void hintsWhenReadThenTheirPropertiesExist() {
		assertThat(this.metadata.hints()).isNotEmpty()
			.allSatisfy((hint) -> assertThat(this.metadata.contains(hint.name())).as(hint.name()).isTrue());
	}

	@Test
	void hintsWhenPropertyHasADefaultThenItIsProposed() {
		for (ConfigurationMetadata.Property property : this.metadata.properties()) {
			String defaultValue = property.defaultValue();
			this.metadata.hints()
				.stream()
				.filter((hint) -> defaultValue != null && hint.name().equals(property.name()))
				.forEach((hint) -> assertThat(hint.values()).as(hint.name())
					.extracting((value) -> value.path("value").asString(""))
					.contains(defaultValue));
		}
	}

	@Test
	void propertiesPageWhenComparedThenCurrent() throws IOException {
		assertCurrent(PROPERTIES_PAGE, PropertiesPage.of(this.metadata),
				"""
						%s is not what the Javadoc of the properties says. Write it again:
						mvn -pl platform-spring-boot-autoconfigure -am test -Dtest=DocumentationTests -Ddocs.write=true -Dsurefire.failIfNoSpecifiedTests=false""");
	}

	@Test
	void operationsPageWhenComparedThenCurrent() throws IOException {
		assertCurrent(OPERATIONS_PAGE, OperationsPage.of(OPERATIONS_PAGE),
				"The tables of %s are not what observations and meters are. Write them again as the properties' page.");
	}

	@Test
	void troubleshootingPageWhenComparedThenCurrent() throws IOException {
		assertCurrent(TROUBLESHOOTING_PAGE, TroubleshootingPage.of(TROUBLESHOOTING_PAGE),
				"The table of %s is not the catalogue of errors. Write it again as the properties' page.");
	}

	private static void assertCurrent(Path file, String page, String description) throws IOException {
		if (Boolean.getBoolean("docs.write")) {
			Files.writeString(file, page);
		}
		assertThat(file).as(description, file).hasContent(page);
	}

	@Test
	void pagesWhenTheyNameAPropertyThenItExists() throws IOException {
		for (MarkdownPage page : MarkdownPage.all()) {
			assertThat(PROPERTY.matcher(page.text()).results().map(MatchResult::group).distinct())
				.as("properties named in %s", page)
				.allMatch((name) -> this.metadata.contains(name) || OperationsPage.names().contains(name));
		}
	}

	@Test
	void concurrencyPageWhenATypeHasAMonitorThenItIsNamedAndNoOther() throws IOException {
		List<String> named = LOCK.matcher(MarkdownPage.of("docs/contributing/concurrency.md").text())
			.results()
			.map((lock) -> lock.group(1))
			.toList();
		List<String> found = new ArrayList<>();
		for (String module : MODULES) {
			Path sources = RepositoryFiles.ROOT.resolve(module).resolve("src/main/java");
			for (Path file : RepositoryFiles.below(sources, ".java")) {
				if (MONITOR.matcher(Files.readString(file)).find()) {
					found.add(file.getFileName().toString().replaceFirst("\\.java$", ""));
				}
			}
		}
		assertThat(named).containsExactlyInAnyOrderElementsOf(found);
	}

}
