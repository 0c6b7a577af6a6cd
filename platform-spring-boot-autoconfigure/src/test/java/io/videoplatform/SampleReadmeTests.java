package io.videoplatform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the READMEs of the samples show code and properties of the samples, which
 * are run by tests of their own.
 */
class SampleReadmeTests {

	private static final Path SAMPLES = RepositoryFiles.ROOT.resolve("samples");

	@Test
	void javaWhenComparedThenIsAClassWithoutItsRecords() throws IOException {
		List<String> sources = RepositoryFiles.below(SAMPLES, ".java").stream().map(SampleReadmeTests::code).toList();
		List<String> snippets = MarkdownPage.all()
			.stream()
			.filter((page) -> page.file().startsWith(SAMPLES))
			.flatMap((page) -> page.code("java").stream())
			.toList();
		assertThat(snippets).isNotEmpty().isSubsetOf(sources);
	}

	@ParameterizedTest
	@CsvSource({ "quickstart, quickstart/src/main/resources/application.properties",
			"cluster, cluster/src/main/resources/node.properties" })
	void propertiesWhenComparedThenThoseOfTheSample(String readme, Path file) throws IOException {
		PropertiesPropertySourceLoader loader = new PropertiesPropertySourceLoader();
		StandardEnvironment environment = new StandardEnvironment();
		loader.load("sample", new FileSystemResource(SAMPLES.resolve(file)))
			.forEach(environment.getPropertySources()::addLast);
		String text = MarkdownPage.of("samples/%s/README.md".formatted(readme)).code("properties").get(0);
		PropertySource<?> shown = loader.load("readme", new ByteArrayResource(text.getBytes())).get(0);
		assertThat(((EnumerablePropertySource<?>) shown).getPropertyNames()).isNotEmpty()
			.allSatisfy((name) -> assertThat(environment.getProperty(name)).isEqualTo(shown.getProperty(name)));
	}

	/**
	 * Return a class without imports, documentation and records.
	 */
	private static String code(Path source) {
		try {
			return Files.readString(source)
				.replaceAll("(?m)^(package|import) .*\n", "")
				.replaceAll("(?s)\t*/\\*\\*.*?\\*/\n", "")
				.replaceAll("(?ms)^\tpublic record .*?^\t}\n\n", "")
				.stripLeading();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
