package io.videoplatform.samples.operations;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import io.videoplatform.samples.launcher.FreePort;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Base of the tests of the running sample, whose platform can be told to fail. Tokens
 * live for five seconds, so that a failure is soon seen.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "sample.local-platform.options.access-token-lifetime=5s", "quickstart.interval=100ms" })
abstract class AbstractOperationsTests {

	private final HttpClient http = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@DynamicPropertySource
	static void freePort(DynamicPropertyRegistry registry) {
		int port = FreePort.find();
		registry.add("sample.local-platform.port", () -> port);
	}

	/**
	 * The test before may have made the platform fail, and the next attempt be late.
	 */
	@BeforeEach
	void repair() throws Exception {
		post("/local-platform/start");
		fault("NONE");
		await().atMost(Duration.ofMinutes(5))
			.untilAsserted(() -> assertThat(get("/actuator/health/platform").body()).contains("\"status\":\"UP\"")
				.doesNotContain("\"cause\""));
	}

	int port() {
		return this.port;
	}

	HttpResponse<String> get(String path) throws Exception {
		return get(URI.create("http://127.0.0.1:" + this.port + path));
	}

	HttpResponse<String> get(URI url) throws Exception {
		return this.http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
	}

	HttpResponse<String> post(String path) throws Exception {
		URI url = URI.create("http://127.0.0.1:" + this.port + path);
		return this.http.send(HttpRequest.newBuilder(url).POST(BodyPublishers.noBody()).build(),
				BodyHandlers.ofString());
	}

	void fault(String fault) throws Exception {
		HttpResponse<String> response = post("/operations/fault/" + fault);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
	}

}
