package io.videoplatform.it.webdriver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The browser of one user.
 *
 * @since 0.1.0
 */
public final class Browser extends ShownPage implements AutoCloseable {

	private static final String ARRIVED = """
			return document.readyState === 'complete' && !('left' in document.documentElement.dataset)""";

	private final JsonMapper mapper = new JsonMapper();

	private final BrowserProcess process;

	private final ChromeDriver driver;

	private final BrowserLogs logs;

	private Browser(BrowserProcess process) {
		super(process.driver());
		this.process = process;
		this.driver = process.driver();
		this.logs = new BrowserLogs(this.driver);
	}

	static Browser start(BrowserInstallation installation, Consumer<ChromeOptions> more) {
		return new Browser(BrowserProcess.start(installation, more));
	}

	/**
	 * Opens a page and waits until it is loaded. Not for {@code about:blank}:
	 * ChromeDriver does not wait for that, and the page that is opened next then may
	 * never be.
	 * @param page the page's address
	 */
	public void open(URI page) {
		this.driver.get(page.toString());
	}

	/**
	 * Clicks and waits until another page has taken the place of this one.
	 * @param locator what to click
	 */
	public void follow(By locator) {
		this.driver.executeScript("document.documentElement.dataset.left = ''");
		find(locator).click();
		await((current) -> this.driver.executeScript(ARRIVED));
	}

	/**
	 * Lets a script run on the page that is shown.
	 * @param script the body of a function
	 * @param arguments its arguments
	 * @return what it returns, {@code null} for nothing
	 */
	public @Nullable Object run(String script, Object... arguments) {
		return this.driver.executeScript(script, arguments);
	}

	/**
	 * Lets a script run on the page that is shown, and waits for it.
	 * @param script the body of an {@code async} function
	 * @param arguments its arguments
	 * @return what it returns in the end, {@code null} for nothing
	 */
	public @Nullable Object runAsync(String script, Object... arguments) {
		return this.driver.executeAsyncScript("""
				const done = arguments[arguments.length - 1];
				(async (...arguments) => { %s })(...arguments).then(done, (failure) => done(String(failure)));
				""".formatted(script), arguments);
	}

	/**
	 * Returns the addresses to which one can go back.
	 * @return the addresses, the oldest first, that of the page that is shown included
	 */
	public List<String> history() {
		return devTools("Page.getNavigationHistory", Map.of()).path("entries")
			.valueStream()
			.map((entry) -> entry.path("url").asString())
			.toList();
	}

	/**
	 * Sends a command to the browser itself.
	 * @param command the command of the DevTools protocol
	 * @param parameters its parameters
	 * @return the response
	 */
	public JsonNode devTools(String command, Map<String, Object> parameters) {
		return this.mapper.valueToTree(this.driver.executeCdpCommand(command, parameters));
	}

	/**
	 * Returns the errors that the console shows since the last call, except for the icon
	 * that Chromium requests and that the application does not have.
	 * @return the messages
	 */
	public List<String> takeConsoleErrors() {
		return this.logs.takeConsoleErrors();
	}

	/**
	 * Keeps what the user sees as {@code <name>.png} in the folder of the build.
	 * @param name the name of the picture
	 */
	public void screenshot(String name) {
		Path picture = BrowserProcess.folder("browser.screenshots").resolve(name + ".png");
		try {
			Files.createDirectories(picture.getParent());
			Files.write(picture, this.driver.getScreenshotAs(OutputType.BYTES));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not write " + picture, ex);
		}
	}

	/**
	 * Adds what the user sees to the failure of a test.
	 * @param name the name of the picture
	 * @param failure the failure
	 */
	void noteFailure(String name, Throwable failure) {
		try {
			screenshot(name);
			failure.addSuppressed(new IllegalStateException("The browser shows " + address() + ": " + text()));
		}
		catch (UncheckedIOException | WebDriverException ex) {
			failure.addSuppressed(ex);
		}
	}

	/**
	 * Forgets the user: the tab with its history and session storage, cookies, what was
	 * stored or cached, and what was logged.
	 */
	void forget() {
		String left = this.driver.getWindowHandle();
		String blank = this.driver.switchTo().newWindow(WindowType.TAB).getWindowHandle();
		this.driver.switchTo().window(left).close();
		this.driver.switchTo().window(blank);
		this.driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
		this.driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
		this.driver.executeCdpCommand("Storage.clearDataForOrigin", Map.of("origin", "*", "storageTypes", "all"));
		this.logs.forget();
	}

	@Override
	public void close() {
		this.process.close();
	}

}
