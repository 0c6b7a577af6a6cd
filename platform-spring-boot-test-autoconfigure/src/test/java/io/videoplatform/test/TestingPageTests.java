package io.videoplatform.test;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compiles the Java that stands in the page on testing, all of it together.
 */
class TestingPageTests {

	private static final Path PAGE = Path.of("../docs/testing.md");

	private static final Pattern SNIPPET = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	private static final String IMPORTS = """
			import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
			import io.videoplatform.test.*;
			import java.time.Clock;
			import java.time.Duration;
			import org.junit.jupiter.api.BeforeEach;
			import org.junit.jupiter.api.Test;
			import org.junit.jupiter.api.extension.ExtendWith;
			import org.springframework.beans.factory.annotation.Autowired;
			import org.springframework.beans.factory.annotation.Qualifier;
			import org.springframework.boot.autoconfigure.AutoConfigurations;
			import org.springframework.boot.test.context.SpringBootTest;
			import org.springframework.boot.test.context.TestConfiguration;
			import org.springframework.boot.test.context.runner.ApplicationContextRunner;
			import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
			import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
			import org.springframework.stereotype.Component;
			import org.springframework.test.web.servlet.assertj.MockMvcTester;
			import org.springframework.web.reactive.function.client.WebClient;
			import static org.assertj.core.api.Assertions.*;
			import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.oidcLogin;
			""";

	@Test
	void snippetsWhenCompiledThenNoError(@TempDir Path classes) throws IOException {
		List<String> snippets = SNIPPET.matcher(Files.readString(PAGE))
			.results()
			.map((MatchResult match) -> match.group(1))
			.toList();
		assertThat(snippets).hasSizeGreaterThan(2);
		StringWriter output = new StringWriter();
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		compiler
			.getTask(output, null, null,
					List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")), null,
					List.of(new Source(IMPORTS + String.join("\n", snippets))))
			.call();
		assertThat(output.toString()).isEmpty();
	}

	private static final class Source extends SimpleJavaFileObject {

		private final String text;

		Source(String text) {
			super(URI.create("string:///Snippets.java"), JavaFileObject.Kind.SOURCE);
			this.text = text;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

}
