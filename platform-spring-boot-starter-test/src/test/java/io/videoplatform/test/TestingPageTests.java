package io.videoplatform.test;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary.Failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

/**
 * Compiles the Java that stands in the page on testing, all of it together with an
 * application, and runs its tests.
 */
class TestingPageTests {

	private static final Path PAGE = Path.of("../docs/testing.md");

	private static final Pattern TEST = Pattern.compile("^\t@Test$", Pattern.MULTILINE);

	private static final Pattern SNIPPET = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	private static final String BEGIN = """
			package com.example;

			import io.videoplatform.PlatformAuthorizationException;
			import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
			import io.videoplatform.client.*;
			import io.videoplatform.test.*;
			import java.time.Clock;
			import java.time.Duration;
			import java.util.List;
			import java.util.Map;
			import org.junit.jupiter.api.AfterEach;
			import org.junit.jupiter.api.BeforeEach;
			import org.junit.jupiter.api.Test;
			import org.junit.jupiter.api.extension.ExtendWith;
			import org.springframework.beans.factory.annotation.Autowired;
			import org.springframework.beans.factory.annotation.Qualifier;
			import org.springframework.boot.autoconfigure.AutoConfigurations;
			import org.springframework.boot.autoconfigure.SpringBootApplication;
			import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
			import org.springframework.boot.http.client.HttpCookieHandling;
			import org.springframework.boot.restclient.RestTemplateBuilder;
			import org.springframework.boot.resttestclient.TestRestTemplate;
			import org.springframework.boot.test.context.SpringBootTest;
			import org.springframework.boot.test.context.TestConfiguration;
			import org.springframework.boot.test.context.runner.ApplicationContextRunner;
			import org.springframework.boot.test.web.server.LocalServerPort;
			import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
			import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
			import org.springframework.http.*;
			import org.springframework.security.core.context.SecurityContextHolder;
			import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
			import org.springframework.security.oauth2.core.oidc.OidcIdToken;
			import org.springframework.security.oauth2.core.oidc.user.*;
			import org.springframework.stereotype.Component;
			import org.springframework.test.web.servlet.assertj.MockMvcTester;
			import org.springframework.util.MultiValueMap;
			import org.springframework.web.bind.annotation.*;
			import org.springframework.web.reactive.function.client.WebClient;
			import static org.assertj.core.api.Assertions.*;
			import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.oidcLogin;
			""";

	private static final String END = """

			@SpringBootApplication
			class Application {

			}
			""";

	@Test
	void testsWhenRunThenEachSucceeds(@TempDir Path classes) throws IOException {
		assertThat(compile(Files.readString(PAGE), classes)).isEmpty();
		SummaryGeneratingListener summary = new SummaryGeneratingListener();
		Thread thread = Thread.currentThread();
		ClassLoader loader = thread.getContextClassLoader();
		try (URLClassLoader page = new URLClassLoader(new URL[] { classes.toUri().toURL() }, loader)) {
			thread.setContextClassLoader(page);
			LauncherFactory.create()
				.execute(request().selectors(selectClasspathRoots(Set.of(classes))).build(), summary);
		}
		finally {
			thread.setContextClassLoader(loader);
		}
		assertThat(summary.getSummary().getFailures()).extracting(Failure::getTestIdentifier, Failure::getException)
			.isEmpty();
		assertThat(summary.getSummary().getTestsSucceededCount())
			.isEqualTo(TEST.matcher(Files.readString(PAGE)).results().count());
	}

	private static String compile(String page, Path classes) {
		List<String> snippets = SNIPPET.matcher(page).results().map((MatchResult match) -> match.group(1)).toList();
		StringWriter output = new StringWriter();
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		compiler
			.getTask(output, null, null,
					List.of("-proc:none", "-parameters", "-d", classes.toString(), "-cp",
							System.getProperty("java.class.path")),
					null, List.of(new Source(BEGIN + String.join("\n", snippets) + END)))
			.call();
		return output.toString();
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
