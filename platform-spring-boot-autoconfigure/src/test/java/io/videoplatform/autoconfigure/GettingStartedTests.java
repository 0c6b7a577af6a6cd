package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.videoplatform.JavaSnippet;
import io.videoplatform.MarkdownPage;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Runs the applications of the page for newcomers as they stand there, and makes the
 * mistakes that it lists. A {@code …} in a message of the page stands for any text.
 */
@Tag("full")
@ExtendWith(OutputCaptureExtension.class)
class GettingStartedTests {

	private static final MarkdownPage PAGE = MarkdownPage.of("docs/getting-started.md");

	private static final String ROOT_URL = "http://127.0.0.1:9400";

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

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
		this.platform.api((request) -> TestResponse.json("[\"Intro\"]"));
		assertThat(new JavaSnippet(application).compile(classes)).isEmpty();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() });
				ConfigurableApplicationContext context = run(loader)) {
			assertThat(context.isActive()).isTrue();
		}
		assertThat(output).contains("[\"Intro\"]");
		assertThat(this.platform.calls()).singleElement().satisfies((call) -> {
			assertThat(call.path()).isEqualTo("/v1/videos");
			assertThat(call.header(HttpHeaders.AUTHORIZATION)).startsWith("Bearer ");
		});
		assertThat(rows(2)).filteredOn((row) -> List.of("WARN", "INFO").contains(row.get(0)))
			.hasSize(2)
			.allSatisfy((row) -> assertThat(output).contains(here(row.get(1))));
	}

	private ConfigurableApplicationContext run(ClassLoader loader) throws Exception {
		SpringApplication application = new SpringApplication(new DefaultResourceLoader(loader),
				loader.loadClass("com.example.demo.DemoApplication"));
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setRegisterShutdownHook(false);
		return application.run(FailedStart.arguments(properties().stream().map(this::here).toList()));
	}

	static Stream<List<String>> mistakes() {
		return rows(3).filter((row) -> CODE.matcher(row.get(0)).find());
	}

	@ParameterizedTest
	@MethodSource("mistakes")
	void startWhenMistakeOfThePageThenReportedAsThere(List<String> row, CapturedOutput output) throws IOException {
		List<String> properties = propertiesWith(
				CODE.matcher(row.get(0)).results().map((code) -> code.group(1)).toList());
		FailedStart failed = FailedStart.of(properties, output);
		assertThat(failed.description()).isEqualTo(row.get(1));
		assertThat(failed.action()).isEqualTo(row.get(2));
	}

	@Test
	void callWhenNothingListensThenMessageOfThePage() throws IOException {
		this.platform.stop();
		assertThatCallFails("nothing listens at the root URL");
	}

	@Test
	void callWhenHostIsNotTheApiThenMessageOfThePage() throws IOException {
		this.platform.fail("/.well-known/webfinger", 404);
		assertThatCallFails("the root URL is not that of the API");
	}

	@Test
	void callWhenPasswordIsWrongThenMessageOfThePage() throws IOException {
		this.platform.tokenEndpoint()
			.always((form) -> TestResponse.json(400,
					Map.of("error", "invalid_grant", "error_description", "Invalid user credentials")));
		assertThatCallFails("the password is wrong");
	}

	@Test
	void callWhenClientIsWrongThenMessageOfThePage() throws IOException {
		this.platform.tokenEndpoint()
			.always((form) -> TestResponse.json(401, Map.of("error", "invalid_client", "error_description",
					"Invalid client or Invalid client credentials")));
		assertThatCallFails("the client or its secret is wrong, for instance `platform.client-id`",
				"platform.client-id=unknown");
	}

	@Test
	void callWhenServerSpeaksPlainHttpThenMessageOfThePage() throws IOException {
		assertThatCallFails("`platform.root-url` begins with https, and the server speaks plain http",
				"platform.root-url=" + ROOT_URL.replace("http:", "https:"));
	}

	@Test
	void callWhenIssuerIsAnotherThenMessageOfThePage() throws IOException {
		assertThatCallFails("`platform.issuer` is not the platform's issuer",
				"platform.issuer=https://login.example.com/realms/another");
	}

	@Test
	void callWhenAccountIsMissingThenMessageOfThePage() throws IOException {
		assertThatCallFails("`platform.username` and `platform.password` are missing", "platform.username",
				"platform.password");
	}

	private void assertThatCallFails(String mistake, String... changes) throws IOException {
		String message = rows(2).filter((row) -> row.get(0).equals(mistake)).findFirst().orElseThrow().get(1);
		List<String> set = propertiesWith(List.of(changes)).stream().map(this::here).toList();
		try (ConfigurableApplicationContext context = FailedStart.application().run(FailedStart.arguments(set))) {
			assertThatExceptionOfType(PlatformAuthorizationException.class)
				.isThrownBy(() -> context.getBean(PlatformClients.class)
					.get(PlatformClients.DEFAULT)
					.restClient()
					.get()
					.uri("videos")
					.retrieve()
					.toBodilessEntity())
				.satisfies((ex) -> assertThat(ex.getMessage()).matches(pattern(here(message))));
		}
		assertThat(this.platform.calls()).extracting(RecordedRequest::path).isEmpty();
	}

	private static Pattern pattern(String message) {
		return Pattern.compile(Pattern.quote(message).replace("…", "\\E.*\\Q"));
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
	 * Return the properties of the page with changes, each a property to set instead or
	 * the name of one to leave out.
	 */
	private static List<String> propertiesWith(List<String> changes) throws IOException {
		List<String> properties = properties();
		for (String change : changes) {
			properties.removeIf((property) -> property.startsWith(change.replaceFirst("=.*", "") + "="));
			if (change.contains("=")) {
				properties.add(change);
			}
		}
		return properties;
	}

	/**
	 * Return the rows of the page's tables with so many columns.
	 */
	private static Stream<List<String>> rows(int columns) {
		return Pattern.compile("^\\| (.+) \\|$", Pattern.MULTILINE)
			.matcher(PAGE.text())
			.results()
			.map((MatchResult row) -> List.of(row.group(1).split(" \\| ")))
			.filter((row) -> row.size() == columns);
	}

}
