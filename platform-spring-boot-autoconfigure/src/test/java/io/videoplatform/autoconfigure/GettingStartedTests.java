package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.videoplatform.JavaSnippet;
import io.videoplatform.MarkdownPage;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the applications of the page for newcomers as they stand there.
 */
@Tag("full")
@ExtendWith(OutputCaptureExtension.class)
class GettingStartedTests {

	private static final MarkdownPage PAGE = MarkdownPage.of("docs/getting-started.md");

	private static final String ROOT_URL = "http://127.0.0.1:9400";

	private static final String VIDEOS = "{\"items\":[{\"id\":\"1\",\"title\":\"Intro\"}]}";

	private final TestPlatform platform = new TestPlatform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	static Stream<String> applications() {
		return PAGE.code("java").stream();
	}

	@ParameterizedTest
	@MethodSource("applications")
	void runWhenApplicationOfThePageThenCallsWithToken(String application, @TempDir Path classes, CapturedOutput output)
			throws Exception {
		this.platform.api((request) -> TestResponse.json(VIDEOS));
		assertThat(new JavaSnippet(application).compile(classes)).isEmpty();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() });
				ConfigurableApplicationContext context = run(loader)) {
			assertThat(context.isActive()).isTrue();
		}
		assertThat(output).contains(VIDEOS);
		assertThat(this.platform.calls()).singleElement().satisfies((call) -> {
			assertThat(call.path()).startsWith("/v1/videos");
			assertThat(call.header(HttpHeaders.AUTHORIZATION)).startsWith("Bearer ");
		});
		assertThat(PAGE.code("text")).singleElement()
			.satisfies((lines) -> assertThat(lines.lines()).hasSize(2)
				.allSatisfy((line) -> assertThat(output).contains(parts(line))));
	}

	private ConfigurableApplicationContext run(ClassLoader loader) throws Exception {
		SpringApplication application = new SpringApplication(new DefaultResourceLoader(loader),
				loader.loadClass("com.example.demo.DemoApplication"));
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setRegisterShutdownHook(false);
		return application.run(FailedStart.arguments(properties().stream().map(this::here).toList()));
	}

	/**
	 * The local platform of the page is another one in this test.
	 */
	private String here(String text) {
		return text.replace("/oauth2/token", "/token")
			.replace(ROOT_URL + "/auth/realms/platform", this.platform.issuer())
			.replace(authority(ROOT_URL), authority(this.platform.rootUrl()));
	}

	private static String authority(String url) {
		return URI.create(url).getRawAuthority();
	}

	private static List<String> properties() throws IOException {
		Properties properties = new Properties();
		properties.load(new StringReader(PAGE.code("properties").get(0)));
		List<String> settings = new ArrayList<>();
		properties.forEach((name, value) -> settings.add(name + "=" + value));
		return settings;
	}

	/**
	 * Return what the page shows of a line of the log, which it shortens.
	 */
	private List<String> parts(String line) {
		return Pattern.compile(" *… *| {2,}").splitAsStream(line).map(this::here).toList();
	}

}
