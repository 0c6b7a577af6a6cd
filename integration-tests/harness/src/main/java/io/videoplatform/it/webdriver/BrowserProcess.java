package io.videoplatform.it.webdriver;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.remote.http.ClientConfig;

import org.springframework.util.FileSystemUtils;

/**
 * A running Chromium with a profile of its own, and the ChromeDriver that drives it.
 *
 * @param driver the client of ChromeDriver
 * @param profile the folder of the profile
 */
record BrowserProcess(ChromeDriver driver, Path profile) implements AutoCloseable {

	/**
	 * Guard against a browser that never starts, a page that never loads and a script
	 * that never ends. On a busy machine each may take a minute.
	 */
	static final Duration PATIENCE = Duration.ofMinutes(5);

	/*
	 * No test uses them, and they take time for each page, as the tabs and the address
	 * bar do, which kiosk mode does without.
	 */
	private static final String UNUSED = "Translate,MediaRouter,OptimizationHints,AutofillServerCommunication";

	static BrowserProcess start(BrowserInstallation installation, Consumer<ChromeOptions> more) {
		Path profile = folder("browser.profiles").resolve(UUID.randomUUID().toString());
		ChromeDriverService service = new ChromeDriverService.Builder()
			.usingDriverExecutable(installation.driver().toFile())
			.usingAnyFreePort()
			.withTimeout(PATIENCE)
			.withLogOutput(OutputStream.nullOutputStream())
			.build();
		ChromeOptions options = options(installation, profile);
		more.accept(options);
		ChromeDriver driver = new ChromeDriver(service, options,
				ClientConfig.defaultConfig().readTimeout(PATIENCE.multipliedBy(2)));
		driver.manage().timeouts().pageLoadTimeout(PATIENCE).scriptTimeout(PATIENCE);
		return new BrowserProcess(driver, profile);
	}

	/**
	 * Returns a folder that the build names.
	 * @param property the system property with its path
	 * @return the folder
	 */
	static Path folder(String property) {
		String value = System.getProperty(property);
		if (value == null) {
			throw new IllegalStateException("System property '" + property
					+ "' is not set; 'mvn verify' sets it, a run in an IDE has to do the same");
		}
		return Path.of(value).toAbsolutePath();
	}

	@Override
	public void close() {
		this.driver.quit();
		try {
			FileSystemUtils.deleteRecursively(this.profile);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not delete " + this.profile, ex);
		}
	}

	private static ChromeOptions options(BrowserInstallation installation, Path profile) {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(installation.browser().toFile());
		options.setExperimentalOption("browserStartupTimeout", PATIENCE.toMillis());
		BrowserLogs.enable(options);
		options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
				"--disable-background-networking", "--disable-component-update", "--disable-sync",
				"--disable-extensions", "--disable-component-extensions-with-background-pages",
				"--disable-features=" + UNUSED, "--lang=en", "--kiosk", "--screen-info={1200x900}",
				"--user-data-dir=" + profile);
		return options;
	}

}
