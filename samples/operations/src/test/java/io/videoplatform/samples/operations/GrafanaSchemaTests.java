package io.videoplatform.samples.operations;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.videoplatform.it.program.NeedsPrograms;
import io.videoplatform.it.program.Program;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the dashboard by the schema that Grafana publishes, which is a package of
 * TypeScript types: the compiler accepts a JSON that has all required properties, no
 * unknown ones, and values of the right types.
 */
@NeedsPrograms(value = { "npm", "node" }, debianPackage = "npm")
@Tag("full")
class GrafanaSchemaTests {

	private static final Path TYPES = Path.of("src/test/grafana");

	@TempDir
	private static Path folder;

	@BeforeAll
	static void install() throws Exception {
		for (String file : List.of("package.json", "package-lock.json", "tsconfig.json", "types.ts")) {
			Files.copy(TYPES.resolve(file), folder.resolve(file));
		}
		Program npm = Program.run(folder, "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
		assertThat(npm.exitCode()).as(npm.output()).isZero();
	}

	@Test
	void dashboardWhenCheckedThenFollowsTheSchema() throws Exception {
		assertThat(check(Files.readString(Dashboard.FILE))).isEqualTo(new Program(0, ""));
	}

	@Test
	void dashboardWhenOptionIsMisspelledThenRefused() throws Exception {
		String dashboard = Files.readString(Dashboard.FILE);
		assertThat(check(dashboard.replace("\"drawStyle\"", "\"drawingStyle\"")).output())
			.contains("'\"drawingStyle\"' does not exist");
		assertThat(check(dashboard.replace("\"refresh\": \"10s\"", "\"refresh\": 10")).output())
			.contains("not assignable");
	}

	private static Program check(String dashboard) throws Exception {
		Files.writeString(folder.resolve("dashboard.ts"), """
				import type { PlatformDashboard } from './types';

				export const dashboard: PlatformDashboard = %s;
				""".formatted(dashboard));
		return Program.run(folder, "node", "node_modules/typescript/bin/tsc", "-p", ".");
	}

}
