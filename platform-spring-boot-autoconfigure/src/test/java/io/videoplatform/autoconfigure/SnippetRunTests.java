package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.videoplatform.MarkdownPage;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the code of the pages on calls in an application: each class of a piece of code is
 * a bean, runners run, and what can be called without arguments is called.
 */
@Tag("full")
class SnippetRunTests {

	private static final List<String> PAGES = List.of("README.md", "docs/using.md", "docs/rest-client.md",
			"docs/http-interfaces.md", "docs/many-domains.md", "docs/logins.md", "docs/migration.md");

	/**
	 * Classes of tests, which an application does not have.
	 */
	private static final Predicate<String> OF_TESTS = (snippet) -> snippet.contains("@SpringBootTest")
			|| snippet.contains("@TestConfiguration");

	/**
	 * What the page on migration replaces, which runs without the starter.
	 */
	private static final Predicate<String> REPLACED = (snippet) -> snippet.contains("AuthorizedClientManager")
			|| snippet.contains("OAuth2AuthorizedClient client") || snippet.contains("class TokenFilter");

	private final TestPlatform platform = new TestPlatform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	static Stream<Arguments> snippets() {
		return PAGES.stream()
			.map(MarkdownPage::of)
			.flatMap((page) -> page.code("java")
				.stream()
				.filter(OF_TESTS.or(REPLACED).negate())
				.map((snippet) -> Arguments.of(page.file().getFileName().toString(), snippet)));
	}

	@ParameterizedTest(name = "{0} {index}")
	@MethodSource("snippets")
	void runWhenInAnApplicationThenCallsCarryTheToken(String page, String snippet, @TempDir Path classes)
			throws IOException {
		this.platform.api((request) -> TestResponse.json("{\"items\":[{\"id\":\"1\",\"title\":\"Intro\"}]}"));
		try (RunningSnippet running = new RunningSnippet(snippet, classes, properties())) {
			List<Method> methods = running.methods().filter(SnippetRunTests::isCall).toList();
			methods.forEach(running::call);
			assertThat(this.platform.calls()).hasSize(methods.size() + running.runners())
				.allSatisfy((call) -> assertThat(call.header("Authorization")).startsWith("Bearer "));
		}
	}

	private String[] properties() {
		return new String[] { "platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=developer", "platform.clients.jobs.grant-type=client_credentials",
				"platform.clients.jobs.client-id=jobs", "platform.clients.jobs.client-secret=secret" };
	}

	private static boolean isCall(Method method) {
		return method.getParameterCount() == 0 && !method.isSynthetic() && !Modifier.isStatic(method.getModifiers())
				&& !method.isAnnotationPresent(Bean.class);
	}

}
