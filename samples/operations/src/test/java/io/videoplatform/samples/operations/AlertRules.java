package io.videoplatform.samples.operations;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.yaml.snakeyaml.Yaml;

/**
 * The file of alert rules.
 */
final class AlertRules {

	static final Path FILE = Path.of("src/main/prometheus/platform-alerts.yml");

	private AlertRules() {
	}

	static List<Map<String, Object>> all() throws IOException {
		try (Reader reader = Files.newBufferedReader(FILE)) {
			Map<String, List<Map<String, List<Map<String, Object>>>>> file = new Yaml().load(reader);
			return file.getOrDefault("groups", List.of())
				.stream()
				.flatMap((group) -> group.getOrDefault("rules", List.of()).stream())
				.toList();
		}
	}

	static List<Map<String, Object>> alerts() throws IOException {
		return all().stream().filter((rule) -> rule.containsKey("alert")).toList();
	}

	static List<String> expressions() throws IOException {
		return all().stream().map((rule) -> String.valueOf(rule.get("expr"))).toList();
	}

}
