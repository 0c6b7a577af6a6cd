package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.videoplatform.it.program.Program;

/**
 * The library by which the page of the guide logs in, and what the guide shows for it.
 */
enum PageLibrary {

	/**
	 * Keycloak's adapter, as it comes with the sample.
	 */
	KEYCLOAK("keycloak.js", "export default") {

		@Override
		String published(Path folder) throws IOException {
			try (InputStream adapter = PageLibrary.class.getResourceAsStream("/static/keycloak-js/keycloak.js")) {
				return new String(Objects.requireNonNull(adapter).readAllBytes(), StandardCharsets.UTF_8);
			}
		}

		@Override
		String app(Guide guide) {
			return guide.script("import Keycloak");
		}

	},

	/**
	 * The other library, as npm installs it.
	 */
	OIDC_CLIENT("oidc-client-ts.js", "export const") {

		@Override
		String published(Path folder) throws Exception {
			Path project = Files.createDirectory(folder.resolve("npm"));
			for (String file : List.of("package.json", "package-lock.json")) {
				Files.copy(Path.of("src/test/npm", file), project.resolve(file));
			}
			Program npm = Program.run(project, "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
			if (npm.exitCode() != 0) {
				throw new IllegalStateException("npm does not install the library: " + npm.output());
			}
			return Files.readString(project.resolve("node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js"));
		}

		@Override
		String app(Guide guide) {
			return guide.script("import {");
		}

	};

	private final String file;

	private final String lastLine;

	PageLibrary(String file, String lastLine) {
		this.file = file;
		this.lastLine = lastLine;
	}

	/**
	 * Returns the configuration with this chain, which permits the library's file.
	 */
	String security(Guide guide, String chain) {
		return guide.java(chain).replace(KEYCLOAK.file, this.file);
	}

	/**
	 * Returns the content of each script.
	 */
	Map<String, String> scripts(Guide guide, Path folder) {
		try {
			return Map.of(this.file, published(folder) + guide.script(this.lastLine), "app.js", app(guide));
		}
		catch (Exception ex) {
			throw new IllegalStateException("There is no " + this.file, ex);
		}
	}

	abstract String published(Path folder) throws Exception;

	abstract String app(Guide guide);

}
