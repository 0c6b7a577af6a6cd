package io.videoplatform;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the dependencies of the pages are artifacts of this build, in its version.
 */
class XmlSnippetTests {

	private static final Pattern OURS = Pattern
		.compile("<groupId>io\\.videoplatform</groupId>\\s*<artifactId>(.+?)</artifactId>\\s*<version>(.+?)</version>");

	@TestFactory
	Stream<DynamicTest> dependencyWhenOnAPageThenOfTheBuild() throws IOException {
		List<DynamicTest> tests = new ArrayList<>();
		for (MarkdownPage page : MarkdownPage.forUsers()) {
			page.code("xml")
				.stream()
				.flatMap((snippet) -> OURS.matcher(snippet).results())
				.forEach((found) -> tests.add(DynamicTest.dynamicTest(page + ": " + found.group(1), () -> {
					assertThat(RepositoryFiles.ROOT.resolve(found.group(1)).resolve("pom.xml")).exists();
					assertThat(Files.readString(RepositoryFiles.ROOT.resolve("pom.xml")))
						.contains("<version>%s</version>".formatted(found.group(2)));
				})));
		}
		assertThat(tests).isNotEmpty();
		return tests.stream();
	}

}
