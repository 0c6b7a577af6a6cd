package io.videoplatform.samples.quickstart;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.videoplatform.it.webdriver.Browser;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.samples.launcher.FreePort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Takes the pictures of the README, and tests that the page still looks like them. With
 * the system property {@code pictures.update} they take the place of those of the README.
 */
@Tag("full")
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class PicturesTests {

	@RegisterExtension
	static final Browsers browsers = new Browsers();

	private static final Path README = Path.of("../../README.md");

	private static final Path IMAGES = Path.of("../../docs/images");

	private static final long LARGEST = 150_000;

	/**
	 * Another run differs by 0.001, and another page by 0.08 or more; what lies between
	 * is left to other fonts and browsers.
	 */
	private static final double TOLERANCE = 0.03;

	@LocalServerPort
	private int port;

	@DynamicPropertySource
	static void freePort(DynamicPropertyRegistry registry) {
		int port = FreePort.find();
		registry.add("sample.local-platform.port", () -> port);
	}

	@ParameterizedTest
	@ValueSource(strings = { "light", "dark" })
	void quickstartWhenTokenIsFreshThenLooksLikeItsPicture(String scheme) throws Exception {
		Browser browser = open(scheme);
		awaitMiddleOfTokenLife(browser);
		assertThat(browser.find(By.tagName("h1")).getText()).isEqualTo("Quickstart");
		assertThat(browser.find(By.id("token-state")).getText()).isEqualTo("fresh");
		assertThat(browser.properties(By.cssSelector("#videos .title"), "textContent")).hasSize(8);
		assertThat(browser.properties(By.cssSelector(".count span"), "textContent")).containsExactly("calls made",
				"token requests", "retries after a 401");
		assertThat(browser.takeConsoleErrors()).isEmpty();
		Picture taken = take(browser, "quickstart-" + scheme);
		Path published = IMAGES.resolve(scheme.equals("light") ? "quickstart.png" : "quickstart-dark.png");
		if (Boolean.getBoolean("pictures.update")) {
			taken.copyTo(published);
		}
		assertThat(Files.readString(README)).contains("\"docs/images/%s\"".formatted(published.getFileName()));
		Picture picture = new Picture(published);
		assertThat(Files.size(published)).isLessThan(LARGEST);
		assertThat(picture.image().getWidth()).isEqualTo(taken.image().getWidth());
		assertThat(picture.image().getHeight()).isEqualTo(taken.image().getHeight());
		assertThat(taken.differenceTo(picture)).as("difference to %s", published).isLessThan(TOLERANCE);
	}

	private Browser open(String scheme) {
		Browser browser = browsers.open();
		browser.devTools("Emulation.setDeviceMetricsOverride",
				Map.of("width", 1200, "height", 872, "deviceScaleFactor", 1, "mobile", false));
		browser.devTools("Emulation.setScrollbarsHidden", Map.of("hidden", true));
		browser.devTools("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
		browser.open(page(""));
		browser.await("document.querySelectorAll('#videos li').length === 8"
				+ " && document.querySelectorAll('#documents li').length === 2");
		return browser;
	}

	/**
	 * Wait for a moment at which the page always shows the same, but for numbers and
	 * times. From a page opened later in the token's life it is nearly a life away, which
	 * is longer than one wait may last: hence the two.
	 */
	private static void awaitMiddleOfTokenLife(Browser browser) {
		browser.await("document.getElementById('token-track').ariaValueNow < 45");
		browser.await("(bar => bar > 45 && bar < 60)(document.getElementById('token-track').ariaValueNow)");
	}

	private URI page(String path) {
		return URI.create("http://127.0.0.1:" + this.port + "/" + path);
	}

	private static Picture take(Browser browser, String name) {
		browser.screenshot(name);
		return new Picture(Path.of(Objects.requireNonNull(System.getProperty("browser.screenshots")), name + ".png"));
	}

}
