package io.videoplatform.it.webdriver;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link BrowserInstallation}.
 */
class BrowserInstallationTests {

	@TempDir
	Path first;

	@TempDir
	Path second;

	private String path;

	@BeforeEach
	void join() {
		this.path = this.first + File.pathSeparator + File.pathSeparator + this.second;
	}

	@Test
	void findWhenBothInDifferentFoldersThenFound() throws IOException {
		Path browser = executable(this.second, "google-chrome");
		Path driver = executable(this.first, "chromedriver");
		assertThat(BrowserInstallation.on(this.path)).hasValue(new BrowserInstallation(browser, driver));
	}

	@Test
	void findWhenSeveralBrowsersThenChromiumFirst() throws IOException {
		executable(this.first, "google-chrome");
		Path browser = executable(this.second, "chromium");
		Path driver = executable(this.second, "chromedriver");
		assertThat(BrowserInstallation.on(this.path)).hasValue(new BrowserInstallation(browser, driver));
	}

	@Test
	void findWhenNoDriverThenNone() throws IOException {
		executable(this.first, "chromium");
		Files.createFile(this.first.resolve("chromedriver"));
		assertThat(BrowserInstallation.on(this.path)).isEmpty();
	}

	@Test
	void findWhenNoBrowserThenNone() throws IOException {
		executable(this.first, "chromedriver");
		assertThat(BrowserInstallation.on(this.path)).isEmpty();
		assertThat(BrowserInstallation.on("")).isEmpty();
	}

	private static Path executable(Path folder, String name) throws IOException {
		Path file = Files.createFile(folder.resolve(name));
		assertThat(file.toFile().setExecutable(true)).isTrue();
		return file;
	}

}
