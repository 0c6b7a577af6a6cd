package io.videoplatform.samples.operations;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AlertRules}: what an operator who is woken needs.
 */
class AlertRulesTests {

	private static final Path ROOT = Path.of("../..");

	@Test
	void alertsWhenReadThenEachSaysWhatIsWrongAndWhereToLook() throws Exception {
		assertThat(AlertRules.alerts()).hasSizeGreaterThan(5).allSatisfy((alert) -> {
			assertThat(alert).containsKeys("for", "labels", "annotations");
			assertThat((Map<?, ?>) alert.get("labels")).extracting((labels) -> String.valueOf(labels.get("severity")))
				.isIn("warning", "critical");
			assertThat(((Map<?, ?>) alert.get("annotations")).keySet().stream().map(String::valueOf))
				.containsExactly("summary", "description", "documentation");
		});
	}

	@Test
	void alertsWhenReadThenDocumentationNamesEach() throws Exception {
		for (Map<String, Object> alert : AlertRules.alerts()) {
			String[] link = String.valueOf(((Map<?, ?>) alert.get("annotations")).get("documentation")).split("#");
			String page = Files.readString(ROOT.resolve(link[0]));
			assertThat(page.toLowerCase(Locale.ROOT)).contains("# " + link[1] + "\n");
			assertThat(page).contains("| `" + alert.get("alert") + "` |");
		}
	}

}
