package io.videoplatform.it.webdriver;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The browser of this machine and the program that drives it.
 *
 * @param browser the executable of Chromium or Chrome
 * @param driver the executable of ChromeDriver
 */
record BrowserInstallation(Path browser, Path driver) {

	static final String MISSING = "No browser on the PATH: the tests of logins need Chromium (or Chrome) and "
			+ "ChromeDriver, on Debian the packages 'chromium' and 'chromium-driver'";

	private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome",
			"google-chrome-stable", "chrome");

	private static final List<String> DRIVERS = List.of("chromedriver", "chromium.chromedriver");

	/**
	 * Searches the folders of the {@code PATH}.
	 * @return the installation, empty if the browser or its driver is missing
	 */
	static Optional<BrowserInstallation> find() {
		return on(System.getenv().getOrDefault("PATH", ""));
	}

	/**
	 * Searches the folders of the {@code PATH}.
	 * @return the installation
	 * @throws IllegalStateException if the browser or its driver is missing
	 */
	static BrowserInstallation require() {
		return find().orElseThrow(() -> new IllegalStateException(MISSING));
	}

	static Optional<BrowserInstallation> on(String path) {
		return executable(path, BROWSERS)
			.flatMap((browser) -> executable(path, DRIVERS).map((driver) -> new BrowserInstallation(browser, driver)));
	}

	private static Optional<Path> executable(String path, List<String> names) {
		return names.stream()
			.flatMap((name) -> folders(path).map((folder) -> folder.resolve(name)))
			.filter(Files::isExecutable)
			.findFirst();
	}

	private static Stream<Path> folders(String path) {
		return Arrays.stream(path.split(File.pathSeparator)).filter((folder) -> !folder.isEmpty()).map(Path::of);
	}

}
