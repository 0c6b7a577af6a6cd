package io.videoplatform.samples.operations;

import java.nio.file.Path;

import io.videoplatform.it.program.NeedsPrograms;
import io.videoplatform.it.program.Program;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the files of Prometheus by its own tool.
 */
@NeedsPrograms(value = "promtool", debianPackage = "prometheus")
class PromtoolTests {

	@ParameterizedTest
	@CsvSource({ "check, rules, src/main/prometheus/platform-alerts.yml",
			"check, config, src/main/prometheus/prometheus.yml",
			"test, rules, src/test/prometheus/platform-alerts-tests.yml" })
	void fileWhenCheckedThenSuccess(String verb, String kind, String file) throws Exception {
		Program promtool = Program.run(Path.of("."), "promtool", verb, kind, file);
		assertThat(promtool.output()).contains("SUCCESS").doesNotContain("FAILED");
		assertThat(promtool.exitCode()).isZero();
	}

}
