package io.videoplatform.samples.quickstart;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.videoplatform.samples.launcher.FreePort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the quickstart with its local platform as a child process.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class QuickstartTests {

	private static final Duration HANG_GUARD = Duration.ofMinutes(5);

	private final HttpClient http = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@Autowired
	private JsonMapper jsonMapper;

	@DynamicPropertySource
	static void freePort(DynamicPropertyRegistry registry) {
		int port = FreePort.find();
		registry.add("sample.local-platform.port", () -> port);
	}

	@BeforeEach
	void startPlatform() throws Exception {
		assertThat(post("/local-platform/start").statusCode()).isEqualTo(204);
		awaitView(QuickstartTests::succeeded);
	}

	@Test
	void pageWhenOpenedThenNeedsNothingFromElsewhere() throws Exception {
		HttpResponse<String> page = send(request("/"));
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.headers().firstValue("Content-Security-Policy"))
			.hasValueSatisfying((policy) -> assertThat(policy).contains("default-src 'none'", "script-src 'self'"));
		assertThat(page.body()).contains("<h1>Quickstart</h1>").doesNotContain("http://", "https://", "style=\"");
	}

	@Test
	void eventsWhenOpenedThenShowWhatTheEngineHolds() throws Exception {
		JsonNode view = awaitView(QuickstartTests::succeeded);
		JsonNode platform = view.get("platform");
		assertThat(platform.at("/discovery/issuer").asString()).endsWith("/auth/realms/platform");
		assertThat(platform.at("/discovery/provider/realm").asString()).isEqualTo("platform");
		assertThat(platform.at("/discovery/documents").size()).isEqualTo(2);
		assertThat(platform.at("/discovery/documents/0/freshUntil").isString()).isTrue();
		assertThat(platform.at("/token/state").asString()).isIn("FRESH", "STALE");
		assertThat(platform.at("/token/requests").asInt()).isPositive();
		assertThat(platform.at("/calls").asInt()).isPositive();
		assertThat(platform.at("/events").size()).isPositive();
		assertThat(view.at("/calls/videos").size()).isEqualTo(8);
		assertThat(view.at("/localPlatform").asString()).isEqualTo("RUNNING");
	}

	@Test
	void eventsWhenReadThenHoldNoSecret() throws Exception {
		assertThat(view().toString()).doesNotContainPattern("eyJ[\\w-]+\\.eyJ").doesNotContain("\"developer\"");
	}

	@Test
	void callsWhenHundredAtOnceThenShareOneToken() throws Exception {
		JsonNode batch = this.jsonMapper.readTree(post("/calls?count=100").body());
		assertThat(batch.get("calls").asInt()).isEqualTo(100);
		assertThat(batch.get("succeeded").asInt()).isEqualTo(100);
		assertThat(batch.get("tokenRequests").asInt()).isLessThanOrEqualTo(1);
	}

	@Test
	void pageWhenPlatformStopsAndStartsThenShowsIt() throws Exception {
		assertThat(post("/local-platform/stop").statusCode()).isEqualTo(204);
		JsonNode away = awaitView((view) -> view.at("/calls/error").asString().contains("Connection refused"));
		assertThat(away.at("/localPlatform").asString()).isEqualTo("STOPPED");
		assertThat(away.at("/calls/videos").size()).isEqualTo(8);
		assertThat(post("/local-platform/start").statusCode()).isEqualTo(204);
		awaitView((view) -> view.at("/localPlatform").asString().equals("RUNNING"));
		awaitView(QuickstartTests::succeeded);
	}

	@Test
	void classpathWhenRunningThenHoldsNoLibraryOfTheLocalPlatform() {
		assertThat(System.getProperty("java.class.path")).doesNotContain("authorization-server",
				"spring-security-config", "spring-boot-security");
	}

	private static boolean succeeded(JsonNode view) {
		return view.at("/calls/error").isNull() && view.at("/calls/respondedAt").isString();
	}

	private JsonNode awaitView(Predicate<JsonNode> condition) {
		return await().atMost(HANG_GUARD).pollInterval(Duration.ofMillis(100)).until(this::view, condition);
	}

	private JsonNode view() throws Exception {
		HttpResponse<Stream<String>> response = this.http.send(request("/events").build(),
				HttpResponse.BodyHandlers.ofLines());
		assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
		try (Stream<String> lines = response.body()) {
			return lines.filter((line) -> line.startsWith("data:"))
				.findFirst()
				.map((line) -> this.jsonMapper.readTree(line.substring("data:".length())))
				.orElseThrow();
		}
	}

	private HttpResponse<String> post(String path) throws Exception {
		return send(request(path).POST(HttpRequest.BodyPublishers.noBody()));
	}

	private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path));
	}

}
