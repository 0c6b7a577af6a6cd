package io.videoplatform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that what the commands of the pages name exists: modules, executions, profiles,
 * tests, jars and files. The commands are not run.
 */
class ShellSnippetTests {

	private static final Pattern COMMAND = Pattern
		.compile("^(?:.* && )?(mvn|\\./mvnw|java|curl|export|read|prometheus) .*", Pattern.DOTALL);

	@TestFactory
	Stream<DynamicTest> commandWhenReadThenWhatItNamesExists() throws IOException {
		List<DynamicTest> tests = new ArrayList<>();
		for (MarkdownPage page : MarkdownPage.forUsers()) {
			page.code("shell")
				.stream()
				.flatMap((snippet) -> snippet.replaceAll("\\\\\n\\s*", " ").lines())
				.filter((line) -> !line.startsWith("#"))
				.forEach((command) -> tests
					.add(DynamicTest.dynamicTest(page + ": " + command, () -> assertNamesWhatExists(command))));
		}
		assertThat(tests).hasSizeGreaterThan(20);
		return tests.stream();
	}

	private static void assertNamesWhatExists(String command) {
		assertThat(command).matches(COMMAND);
		List<Path> modules = named(command, " -pl (\\S+)").flatMap((names) -> Stream.of(names.split(",")))
			.map(RepositoryFiles.ROOT::resolve)
			.toList();
		assertThat(modules).allSatisfy((module) -> {
			assertThat(module.resolve("pom.xml")).exists();
			assertThat(named(command, "spring-boot:run@(\\S+)")).allSatisfy(
					(id) -> assertThat(module.resolve("pom.xml")).content().contains("<id>%s</id>".formatted(id)));
			assertThat(named(command, "-Dspring-boot\\.run\\.profiles=(\\S+)")).allSatisfy((profile) -> assertThat(
					module.resolve("src/main/resources/application-%s.properties".formatted(profile)))
				.exists());
			assertThat(named(command, "-Dtest=(\\S+)"))
				.allSatisfy((test) -> assertThat(files(module, test + ".java")).hasSize(1));
			assertThat(named(command, "-D(large-videos\\.\\S+?)="))
				.allSatisfy((property) -> assertThat(files(module, ".java"))
					.anySatisfy((file) -> assertThat(file).content().contains('"' + property + '"')));
		});
		assertThat(named(command, "java -jar (\\S+)")).allSatisfy(ShellSnippetTests::assertIsBuilt);
		assertThat(named(command, "--config\\.file=(\\S+)"))
			.allSatisfy((file) -> assertThat(RepositoryFiles.ROOT.resolve(file)).exists());
	}

	/**
	 * Assert that a jar has the folder, the artifact and the version of a module, and the
	 * classifier if the module sets one.
	 */
	private static void assertIsBuilt(String jar) {
		Path module = RepositoryFiles.ROOT.resolve(jar).getParent().getParent();
		assertThat(module.resolve("pom.xml")).content()
			.containsPattern("<version>(.+)</version>")
			.satisfies((pom) -> assertThat(Path.of(jar).getFileName()).hasToString("%s-%s%s.jar".formatted(
					artifact(pom), named(pom, "<version>(.+)</version>").findFirst().orElseThrow(),
					named(pom, "<classifier>(.+)</classifier>").findFirst().map((name) -> "-" + name).orElse(""))));
	}

	private static String artifact(String pom) {
		return named(pom.replaceFirst("(?s)<parent>.*</parent>", ""), "<artifactId>(.+)</artifactId>").findFirst()
			.orElseThrow();
	}

	private static Stream<String> named(String text, String pattern) {
		return Pattern.compile(pattern).matcher(text).results().map((MatchResult found) -> found.group(1));
	}

	private static List<Path> files(Path module, String suffix) {
		try {
			return RepositoryFiles.below(module, suffix);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
