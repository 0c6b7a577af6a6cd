package io.videoplatform.samples.operations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file of the Grafana dashboard.
 */
final class Dashboard {

	static final Path FILE = Path.of("src/main/grafana/platform-dashboard.json");

	private Dashboard() {
	}

	static JsonNode read() throws IOException {
		return new JsonMapper().readTree(Files.readString(FILE));
	}

	static List<JsonNode> panels() throws IOException {
		return read().get("panels").valueStream().toList();
	}

	/**
	 * Return the queries as Grafana sends them for all jobs and instances.
	 */
	static List<String> expressions() throws IOException {
		return panels().stream()
			.flatMap((panel) -> panel.get("targets").valueStream())
			.map((target) -> target.get("expr").asString())
			.map((query) -> query.replace("$__rate_interval", "20s").replace("$job", ".*").replace("$instance", ".*"))
			.toList();
	}

}
