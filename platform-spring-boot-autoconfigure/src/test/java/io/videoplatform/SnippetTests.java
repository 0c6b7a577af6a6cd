package io.videoplatform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compiles the Java that stands in the README and in the docs, and lists what proves the
 * code of each page.
 */
class SnippetTests {

	/**
	 * What is compiled elsewhere, where its types are.
	 */
	private static final Path TESTING = RepositoryFiles.ROOT.resolve("docs/testing.md");

	/**
	 * Code that pages link to.
	 */
	private static final Path GUIDES = RepositoryFiles.ROOT.resolve("samples/browser-app/guides");

	@TestFactory
	Stream<DynamicTest> snippetWhenCompiledThenNoError(@TempDir Path classes) throws IOException {
		List<DynamicTest> tests = new ArrayList<>();
		for (MarkdownPage page : pages()) {
			for (String snippet : page.code("java")) {
				tests.add(DynamicTest.dynamicTest(page + ": " + snippet.lines().limit(2).toList(),
						() -> assertThat(JavaSnippet.of(snippet).compile(classes)).isEmpty()));
			}
		}
		for (Path file : RepositoryFiles.below(GUIDES, ".java")) {
			String code = Files.readString(file);
			tests.add(DynamicTest.dynamicTest(file.toString(),
					() -> assertThat(new JavaSnippet(code).compile(classes)).isEmpty()));
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
