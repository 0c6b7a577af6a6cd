package io.videoplatform.samples.doctor;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.doctor.CheckRule;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the doctor as it is run from a command line.
 */
@ExtendWith(OutputCaptureExtension.class)
class DoctorApplicationTests {

	private static final Path PAGE = Path.of("../../docs/doctor.md");

	private final MockPlatform platform = new MockPlatform();

	/**
	 * The platform makes its key at the first request, which may take longer than a
	 * client waits.
	 */
	@BeforeEach
	void makeKey() throws Exception {
		URI keys = URI.create(this.platform.rootUrl() + "/auth/realms/platform/keys");
		assertThat(HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(keys).build(), BodyHandlers.discarding())
			.statusCode()).isEqualTo(200);
	}

	@AfterEach
	void close() {
		this.platform.close();
	}

	private ExitCode run(String... further) {
		return DoctorApplication.run(Stream
			.concat(Stream.of(this.platform.properties()).map((property) -> "--" + property), Stream.of(further))
			.toArray(String[]::new));
	}

	/**
	 * Return what was printed as it is on the page: there the platform listens on a known
	 * port.
	 */
	private String printed(CapturedOutput output) {
		return output.getOut()
			.replace(this.platform.rootUrl(), "http://127.0.0.1:8089")
			.replace(URI.create(this.platform.rootUrl()).getAuthority(), "127.0.0.1:8089")
			.lines()
			.map(String::stripTrailing)
			.collect(Collectors.joining("\n", "", "\n"));
	}

	/**
	 * Compare a block of the page with what is printed, or write it.
	 */
	private static void assertOnPage(String name, String text) throws IOException {
		String page = Files.readString(PAGE);
		String begin = "<!-- %s: begin -->\n".formatted(name);
		String end = "<!-- %s: end -->".formatted(name);
		assertThat(page).contains(begin, end);
		String current = page.substring(0, page.indexOf(begin)) + begin + "\n```text\n" + text + "```\n\n"
				+ page.substring(page.indexOf(end));
		if (Boolean.getBoolean("docs.write")) {
			Files.writeString(PAGE, current);
		}
		assertThat(Files.readString(PAGE)).as("""
				%s does not show what is printed. Write it again by
				mvn -pl samples/doctor -am test -Dtest=DoctorApplicationTests -Ddocs.write=true \
				    -Dsurefire.failIfNoSpecifiedTests=false""", PAGE).isEqualTo(current);
	}

	@Test
	void runWhenAllIsWellThenPrintsWhatThePageShows(CapturedOutput output) throws IOException {
		assertThat(run()).isEqualTo(ExitCode.PASSED);
		assertThat(output.getErr()).isEmpty();
		assertOnPage("passed", printed(output));
	}

	@Test
	void runWhenSecretIsWrongThenPrintsTheCure(CapturedOutput output) throws IOException {
		this.platform.tokenEndpoint().fail("invalid_grant");
		assertThat(run()).isEqualTo(ExitCode.FAILED);
		assertThat(output.getErr()).isEmpty();
		String text = printed(output);
		assertThat(text).contains("failed    Token request", "Cure: Check 'platform.username' and 'platform.password'");
		assertOnPage("failed",
				text.lines()
					.dropWhile((line) -> !line.contains("Token request ("))
					.takeWhile((line) -> !line.contains("Store ("))
					.collect(Collectors.joining("\n", "", "\n")));
	}

	@Test
	void pageWhenComparedThenExplainsEachRule() throws IOException {
		assertThat(Files.readString(PAGE))
			.contains(Stream.of(CheckRule.values()).map((rule) -> "\n| %s | ".formatted(rule.title())).toList());
	}

	@Test
	void runWhenJsonThenNothingElseIsPrinted(CapturedOutput output) {
		assertThat(run("--format=json")).isEqualTo(ExitCode.PASSED);
		JsonNode report = JsonMapper.builder().build().readTree(output.getOut());
		assertThat(report.at("/verdict").asString()).isEqualTo("PASSED");
		assertThat(report.at("/client").asString()).isEqualTo("platform");
		assertThat(report.at("/findings/2/rule").asString()).isEqualTo("WEBFINGER");
		assertThat(report.at("/findings/2/specification").asString()).isEqualTo("RFC 7033, section 4");
		assertThat(output.getErr()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "--platform.root-url=api.example.com", "--platform.root-url=https://api.example.com/v1/",
					"--platform.discovery.min-lifetime=soon --platform.root-url=https://api.example.com",
					"--platform.username=me --platform.root-url=https://api.example.com",
					"--platform.root-url=https://api.example.com --client=none",
					"--platform.root-url=https://api.example.com --platform.enabled=false",
					"--platform.root-url=https://api.example.com --format=xml", "https://api.example.com",
					"--platform.root-url=https://api.example.com --fromat=json",
					"--platform.root-url=https://api.example.com --format" })
	void runWhenArgumentsAreWrongThenSaysWhatToGive(String arguments, CapturedOutput output) {
		String[] args = arguments.isEmpty() ? new String[0] : arguments.split(" ");
		assertThat(DoctorApplication.run(args)).isEqualTo(ExitCode.WRONG_ARGUMENTS);
		assertThat(output.getOut()).isEmpty();
		assertThat(output.getErr()).isNotBlank().doesNotContain("\tat ");
	}

	@Test
	void runWhenHelpIsAskedForThenPrintsTheUsage(CapturedOutput output) {
		assertThat(DoctorApplication.run("--help")).isEqualTo(ExitCode.PASSED);
		assertThat(output.getOut()).contains("PLATFORM_PASSWORD", "Exit code: 0");
	}

	@Test
	void runWhenSecretsAreGivenThenNeverPrinted(CapturedOutput output) {
		this.platform.tokenEndpoint().fail("invalid_client");
		run("--platform.password=canary-password", "--platform.client-secret=canary-secret");
		run("--platform.password=canary-password", "--platform.client-secret=canary-secret", "--format=json");
		assertThat(output.getAll()).contains("invalid_client").doesNotContain("canary-");
	}

}
