package io.videoplatform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
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

	/**
	 * Who proves the code of a page, by language: a test, or the reason why there is
	 * none. A star stands for all pages. A test is named with its file, and decides
	 * itself which pieces of the page it runs.
	 */
	private static final String PROOFS = """
			* | properties | PropertySnippetTests.java
			* | yaml | PropertySnippetTests.java
			* | shell | ShellSnippetTests.java
			README.md | java | SnippetRunTests.java
			docs/using.md | java | SnippetRunTests.java
			docs/rest-client.md | java | SnippetRunTests.java
			docs/http-interfaces.md | java | SnippetRunTests.java
			docs/many-domains.md | java | SnippetRunTests.java
			docs/logins.md | java | SnippetRunTests.java
			docs/migration.md | java | SnippetRunTests.java
			docs/doctor.md | java | SnippetPromiseTests.java
			docs/doctor.md | text | DoctorApplicationTests.java
			docs/nodes.md | java | StoreConfigurationTests.java
			docs/operations.md | java | ProbesTests.java
			docs/getting-started.md | java | GettingStartedTests.java
			docs/testing.md | java | TestingPageTests.java
			docs/kotlin.md | kotlin | KotlinPageTests.kt
			docs/kotlin.md | xml | KotlinPageTests.kt
			docs/browser-apps.md | js | GuideApplication.java
			samples/quickstart/README.md | java | SampleReadmeTests.java
			docs/contributing/walk.md | mermaid | a picture, which is not run
			docs/concepts.md | mermaid | a picture, which is not run
			docs/browser-apps.md | json | the client as the provider describes it, which is not run
			docs/nodes.md | | a command of OpenSSL, which is not ours
			docs/rest-client.md | js | two lines of a page, which are not run
			docs/http-interfaces.md | xml | a plugin, whose output was compiled and called once
			docs/troubleshooting.md | | a line of the log
			docs/security.md | | a line of Spring Boot's log
			README.md | xml | a dependency, which is not compared
			docs/getting-started.md | kotlin | a dependency, which is not compared
			docs/getting-started.md | json | a response, of which a part is shown
			docs/getting-started.md | xml | a dependency, which is not compared
			docs/logins.md | xml | a dependency, which is not compared
			docs/testing.md | xml | a dependency, which is not compared
			""";

	@Test
	void snippetsWhenListedThenEachHasAProofOrAReason() throws IOException {
		Map<String, String> proofs = PROOFS.lines()
			.map((row) -> row.split(" \\|", 3))
			.collect(Collectors.toMap((row) -> row[0] + " " + row[1].strip(), (row) -> row[2].strip()));
		Set<String> unused = new HashSet<>(proofs.keySet());
		for (MarkdownPage page : MarkdownPage.forUsers()) {
			assertThat(page.text().lines().filter((line) -> line.strip().startsWith("```"))).as("fences of %s", page)
				.hasSize(2 * page.languages().size());
			for (String language : page.languages()) {
				String here = RepositoryFiles.ROOT.relativize(page.file()) + " " + language;
				String key = proofs.containsKey(here) ? here : "* " + language;
				assertThat(proofs).as("proofs of code, here '%s'", here).containsKey(key);
				unused.remove(key);
			}
		}
		assertThat(unused).isEmpty();
		for (String proof : proofs.values()) {
			assertThat(proof.contains(" ") || !RepositoryFiles.below(RepositoryFiles.ROOT, "/" + proof).isEmpty())
				.as(proof)
				.isTrue();
		}
	}

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
