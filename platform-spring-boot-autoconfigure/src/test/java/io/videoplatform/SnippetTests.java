package io.videoplatform;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compiles the Java that stands in the README and in the docs.
 */
class SnippetTests {

	private static final Pattern SNIPPET = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	private static final List<Path> PAGES = List.of(Path.of("../README.md"), Path.of("../docs/using.md"),
			Path.of("../docs/rest-client.md"), Path.of("../docs/http-interfaces.md"),
			Path.of("../docs/many-domains.md"), Path.of("../docs/logins.md"), Path.of("../docs/browser-apps.md"),
			Path.of("../docs/through-the-server.md"), Path.of("../docs/nodes.md"));

	private static final String IMPORTS = """
			import io.videoplatform.*;
			import io.videoplatform.autoconfigure.*;
			import io.videoplatform.client.*;
			import io.videoplatform.login.PlatformUser;
			import jakarta.servlet.http.*;
			import java.io.*;
			import java.net.URI;
			import java.net.http.HttpClient;
			import java.net.http.HttpRequest;
			import java.net.http.HttpResponse;
			import java.util.*;
			import java.util.concurrent.CompletableFuture;
			import javax.sql.DataSource;
			import org.reactivestreams.Publisher;
			import org.springframework.beans.factory.annotation.Qualifier;
			import org.springframework.boot.jdbc.DataSourceBuilder;
			import org.springframework.boot.test.context.*;
			import org.springframework.context.annotation.Bean;
			import org.springframework.context.annotation.Configuration;
			import org.springframework.core.io.buffer.*;
			import org.springframework.http.*;
			import org.springframework.http.client.JdkClientHttpRequestFactory;
			import org.springframework.http.server.reactive.ServerHttpRequest;
			import org.springframework.scheduling.annotation.Scheduled;
			import org.springframework.security.config.Customizer;
			import org.springframework.security.config.annotation.web.builders.HttpSecurity;
			import org.springframework.security.config.web.server.ServerHttpSecurity;
			import org.springframework.security.oauth2.client.annotation.ClientRegistrationId;
			import org.springframework.security.web.SecurityFilterChain;
			import org.springframework.security.web.authentication.HttpStatusEntryPoint;
			import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter;
			import org.springframework.security.web.savedrequest.*;
			import org.springframework.security.web.server.*;
			import org.springframework.security.web.server.authentication.*;
			import org.springframework.security.web.server.authentication.logout.*;
			import org.springframework.security.web.server.csrf.*;
			import org.springframework.security.web.server.header.ReferrerPolicyServerHttpHeadersWriter;
			import org.springframework.security.web.server.util.matcher.*;
			import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
			import org.springframework.security.web.util.matcher.*;
			import org.springframework.stereotype.*;
			import org.springframework.test.context.bean.override.mockito.MockitoBean;
			import org.springframework.test.web.client.MockRestServiceServer;
			import org.springframework.test.web.client.match.*;
			import org.springframework.test.web.client.response.*;
			import org.springframework.web.bind.annotation.*;
			import org.springframework.web.client.RestClient;
			import org.springframework.web.reactive.function.BodyExtractors;
			import org.springframework.web.reactive.function.client.*;
			import org.springframework.web.server.WebFilter;
			import org.springframework.web.service.annotation.*;
			import org.springframework.web.service.registry.ImportHttpServices;
			import reactor.core.publisher.*;
			""";

	@TestFactory
	Stream<DynamicTest> snippetWhenCompiledThenNoError(@TempDir Path classes) throws IOException {
		List<DynamicTest> tests = new ArrayList<>();
		for (Path page : PAGES) {
			List<String> snippets = SNIPPET.matcher(Files.readString(page))
				.results()
				.map((match) -> match.group(1))
				.toList();
			assertThat(snippets).as("snippets of %s", page).isNotEmpty();
			for (String snippet : snippets) {
				tests.add(DynamicTest.dynamicTest(page.getFileName() + ": " + snippet.lines().limit(2).toList(),
						() -> assertThat(errors(snippet, classes)).isEmpty()));
			}
		}
		return tests.stream();
	}

	private static String errors(String snippet, Path classes) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter output = new StringWriter();
		Boolean compiled = compiler
			.getTask(output, null, null,
					List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")), null,
					List.of(new Source(IMPORTS + snippet)))
			.call();
		return compiled ? "" : output.toString();
	}

	private static final class Source extends SimpleJavaFileObject {

		private final String text;

		Source(String text) {
			super(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE);
			this.text = text;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

}
