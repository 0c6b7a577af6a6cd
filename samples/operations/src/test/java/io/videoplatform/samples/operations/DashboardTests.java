package io.videoplatform.samples.operations;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Dashboard}: what no schema says.
 */
class DashboardTests {

	@Test
	void panelsWhenReadThenEachSaysWhatItShows() throws Exception {
		assertThat(Dashboard.panels()).hasSizeGreaterThan(10).allSatisfy((panel) -> {
			assertThat(panel.at("/title").asString()).isNotBlank();
			assertThat(panel.at("/description").asString()).endsWith(".");
			assertThat(panel.at("/fieldConfig/defaults/unit").asString()).isNotBlank();
			assertThat(panel.at("/targets").valueStream()).isNotEmpty()
				.allMatch((target) -> !target.get("legendFormat").asString().isBlank())
				.extracting((target) -> target.get("refId").asString())
				.doesNotHaveDuplicates();
		});
	}

	@Test
	void panelsWhenReadThenDataSourceIsChosenByTheUser() throws Exception {
		assertThat(Dashboard.read().findValues("uid")).extracting(JsonNode::asString)
			.containsOnly("platform-client", "${datasource}");
		assertThat(Dashboard.read().at("/templating/list").valueStream())
			.extracting((variable) -> variable.get("name").asString())
			.containsExactly("datasource", "job", "instance");
	}

}
