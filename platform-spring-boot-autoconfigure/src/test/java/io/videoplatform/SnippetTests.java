package io.videoplatform;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compiles the Java that stands in the README and in the docs.
 */
class SnippetTests {

	/**
	 * What is compiled elsewhere, where its types are.
	 */
	private static final Path TESTING = RepositoryFiles.ROOT.resolve("docs/testing.md");

	@TestFactory
	Stream<DynamicTest> snippetWhenCompiledThenNoError(@TempDir Path classes) throws IOException {
		List<DynamicTest> tests = new ArrayList<>();
		for (MarkdownPage page : pages()) {
			for (String snippet : page.code("java")) {
				tests.add(DynamicTest.dynamicTest(page + ": " + snippet.lines().limit(2).toList(),
						() -> assertThat(JavaSnippet.of(snippet).compile(classes)).isEmpty()));
			}
		}
		assertThat(tests).hasSizeGreaterThan(20);
		return tests.stream();
	}

	private static List<MarkdownPage> pages() throws IOException {
		return Stream.concat(Stream.of(MarkdownPage.of("README.md")), MarkdownPage.docs().stream())
			.filter((page) -> !page.file().equals(TESTING))
			.toList();
	}

}
