package io.videoplatform.samples.operations;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.videoplatform.samples.launcher.FreePort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.awaitility.Awaitility.await;

/**
 * Prometheus as a child process, with the sample's files, which it reads each second.
 */
final class PrometheusServer implements AutoCloseable {

	private static final Path CONFIGURATION = Path.of("src/main/prometheus/prometheus.yml");

	private final HttpClient http = HttpClient.newHttpClient();

	private final int port = FreePort.find();

	private final Process process;

	private PrometheusServer(Path configuration) throws IOException {
		Path folder = configuration.resolveSibling("data");
		this.process = new ProcessBuilder("prometheus", "--config.file=" + configuration,
				"--storage.tsdb.path=" + folder, "--web.listen-address=127.0.0.1:" + this.port, "--log.level=warn")
			.redirectErrorStream(true)
			.redirectOutput(configuration.resolveSibling("prometheus.log").toFile())
			.start();
	}

	static PrometheusServer start(Path folder, int application) throws IOException {
		String configuration = Files.readString(CONFIGURATION)
			.replace("127.0.0.1:8080", "127.0.0.1:" + application)
			.replace(": 5s", ": 1s");
		Files.copy(AlertRules.FILE, folder.resolve(AlertRules.FILE.getFileName()));
		PrometheusServer server = new PrometheusServer(
				Files.writeString(folder.resolve("prometheus.yml"), configuration));
		await().atMost(Duration.ofMinutes(5)).until(server::isReady);
		return server;
	}

	private boolean isReady() throws Exception {
		try {
			return send("/-/ready").statusCode() == 200;
		}
		catch (ConnectException ex) {
			return !this.process.isAlive();
		}
	}

	/**
	 * Return the data of a response of its API.
	 */
	JsonNode api(String path) throws Exception {
		JsonNode response = new JsonMapper().readTree(send("/api/v1/" + path).body());
		if (!"success".equals(response.get("status").asString())) {
			throw new IllegalArgumentException("%s: %s".formatted(path, response));
		}
		return response.get("data");
	}

	/**
	 * Return the result of a query now.
	 */
	JsonNode query(String expression) throws Exception {
		return api("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8)).get("result");
	}

	private HttpResponse<String> send(String path) throws Exception {
		URI url = URI.create("http://127.0.0.1:" + this.port + path);
		return this.http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
	}

	@Override
	public void close() {
		this.process.destroy();
		this.process.onExit().orTimeout(5, TimeUnit.MINUTES).join();
	}

}
