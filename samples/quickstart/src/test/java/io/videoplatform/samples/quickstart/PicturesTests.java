package io.videoplatform.samples.quickstart;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
 * Takes the pictures of the README, of a page that shows what it should. With the system
 * property {@code pictures.update} they take the place of those of the README.
 */
@Tag("full")
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class PicturesTests {

	@RegisterExtension
	static final Browsers browsers = new Browsers();

	private static final Path IMAGES = Path.of("../../docs/images");

	private static final long LARGEST = 150_000;

	@LocalServerPort
	private int port;

	@DynamicPropertySource
	static void freePort(DynamicPropertyRegistry registry) {
		int port = FreePort.find();
		registry.add("sample.local-platform.port", () -> port);
	}

	@ParameterizedTest
	@ValueSource(strings = { "light", "dark" })
	void quickstartWhenTokenIsFreshThenShowsAllAndHasItsPicture(String scheme) throws Exception {
		Browser browser = open(scheme);
		assertThat(browser.find(By.tagName("h1")).getText()).isEqualTo("Quickstart");
		awaitMiddleOfTokenLife(browser);
		assertThat(browser.properties(By.cssSelector("#videos .title"), "textContent")).hasSize(8);
		assertThat(browser.properties(By.cssSelector(".count span"), "textContent")).containsExactly("calls made",
				"token requests", "retries after a 401");
		assertThat(browser.takeConsoleErrors()).isEmpty();
		browser.screenshot("quickstart-" + scheme);
		Path taken = Path.of(Objects.requireNonNull(System.getProperty("browser.screenshots")),
				"quickstart-" + scheme + ".png");
		Path published = IMAGES.resolve(scheme.equals("light") ? "quickstart.png" : "quickstart-dark.png");
		if (Boolean.getBoolean("pictures.update")) {
			Files.copy(taken, published, StandardCopyOption.REPLACE_EXISTING);
		}
		assertThat(Files.size(published)).isLessThan(LARGEST);
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
		browser.await("(bar => bar > 45 && bar < 60)(document.getElementById('token-track').ariaValueNow)"
				+ " && document.getElementById('token-state').textContent === 'fresh'");
	}

	private URI page(String path) {
		return URI.create("http://127.0.0.1:" + this.port + "/" + path);
	}

}
