package io.videoplatform.it.webdriver;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Cookie;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.FileSystemUtils;

/**
 * The browser of one user.
 *
 * @since 0.1.0
 */
public final class Browser implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final Duration PAUSE = Duration.ofMillis(100);

	private static final String ARRIVED = """
			return document.readyState === 'complete' && !('left' in document.documentElement.dataset)""";

	private static final String FETCH = """
			const [url, headers, done] = arguments;
			fetch(url, { headers: headers, redirect: 'manual' })
				.then(async (response) => ({
					status: response.status,
					contentType: response.headers.get('content-type') ?? '',
					body: await response.text()
				}))
				.catch((failure) => ({ status: -1, contentType: '', body: String(failure) }))
				.then((answer) => {
					document.body.append(document.createElement('hr'), JSON.stringify(answer));
					done(answer);
				});
			""";

	private static final boolean EXCHANGES = Boolean.getBoolean("browser.exchanges");

	private static final String POST = """
			const form = document.createElement('form');
			form.method = 'post';
			form.action = arguments[0];
			document.body.append(form);
			form.submit();
			""";

	private final JsonMapper mapper = new JsonMapper();

	private final ChromeDriver driver;

	private final Path profile;

	private Browser(ChromeDriver driver, Path profile) {
		this.driver = driver;
		this.profile = profile;
	}

	static Browser start(BrowserInstallation installation, Consumer<ChromeOptions> more) {
		Path profile = folder("browser.profiles").resolve(UUID.randomUUID().toString());
		ChromeDriverService service = new ChromeDriverService.Builder()
			.usingDriverExecutable(installation.driver().toFile())
			.usingAnyFreePort()
			.withLogOutput(OutputStream.nullOutputStream())
			.build();
		ChromeOptions options = options(installation, profile);
		more.accept(options);
		ChromeDriver driver = new ChromeDriver(service, options);
		driver.manage().timeouts().pageLoadTimeout(PATIENCE).scriptTimeout(PATIENCE);
		return new Browser(driver, profile);
	}

	/**
	 * Opens a page and waits until it is loaded.
	 * @param page the page's address
	 */
	public void open(URI page) {
		this.driver.get(page.toString());
	}

	/**
	 * Opens a page that is JSON.
	 * @param page the page's address
	 * @return what the page shows
	 */
	public JsonNode openJson(URI page) {
		open(page);
		return json();
	}

	/**
	 * Returns what is shown, which must be JSON.
	 * @return what the page shows
	 */
	public JsonNode json() {
		return this.mapper.readTree(this.driver.findElement(By.tagName("pre")).getText());
	}

	/**
	 * Returns the address that the user sees.
	 * @return the address
	 */
	public URI address() {
		return URI.create(Objects.requireNonNull(this.driver.getCurrentUrl()));
	}

	/**
	 * Returns the text that the user sees.
	 * @return the text of the page
	 */
	public String text() {
		return find(By.tagName("body")).getText();
	}

	/**
	 * Waits for an element and returns it.
	 * @param locator what to look for
	 * @return the element, which is visible
	 */
	public WebElement find(By locator) {
		return await(ExpectedConditions.visibilityOfElementLocated(locator));
	}

	/**
	 * Whether an element is on the page that is shown.
	 * @param locator what to look for
	 * @return {@code true} if there is one, visible or not
	 */
	public boolean has(By locator) {
		return !this.driver.findElements(locator).isEmpty();
	}

	/**
	 * Returns a property of all elements of a kind on the page that is shown.
	 * @param locator what to look for
	 * @param property the name of the DOM property
	 * @return the values, in the order of the page
	 */
	public List<String> properties(By locator, String property) {
		return this.driver.findElements(locator)
			.stream()
			.map((element) -> String.valueOf(element.getDomProperty(property)))
			.toList();
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
	 * Sends an empty form from the page that is shown and waits for the page that
	 * follows.
	 * @param target where the form is sent
	 */
	public void post(URI target) {
		this.driver.executeScript("document.documentElement.dataset.left = ''");
		this.driver.executeScript(POST, target.toString());
		await((current) -> this.driver.executeScript(ARRIVED));
	}

	/**
	 * Goes to another page as a link on the page that is shown does, and waits for what
	 * that leads to.
	 * @param target the page's address
	 */
	public void goOn(URI target) {
		this.driver.executeScript("document.documentElement.dataset.left = ''; location.href = arguments[0]",
				target.toString());
		await((current) -> this.driver.executeScript(ARRIVED));
	}

	/**
	 * Returns the cookies that the page that is shown would get, those that scripts do
	 * not see included.
	 * @return the values by name
	 */
	public Map<String, String> cookies() {
		return this.driver.manage().getCookies().stream().collect(Collectors.toMap(Cookie::getName, Cookie::getValue));
	}

	/**
	 * Plants a cookie for the page that is shown.
	 * @param name the cookie's name
	 * @param value its value
	 */
	public void plantCookie(String name, String value) {
		this.driver.manage().addCookie(new Cookie(name, value));
	}

	/**
	 * Lets a script on the page that is shown send a request and add the response to the
	 * page; redirects are not followed.
	 * @param url the URL of the request
	 * @param headers the headers of the request
	 * @return the response
	 */
	public FetchResponse fetch(URI url, Map<String, String> headers) {
		Object response = this.driver.executeAsyncScript(FETCH, url.toString(), headers);
		return FetchResponse.of((Map<?, ?>) Objects.requireNonNull(response));
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
	 * Waits until a condition holds, on whatever page is shown then.
	 * @param expression an expression of the page's script
	 */
	public void await(String expression) {
		await((current) -> this.driver.executeScript("return Boolean(" + expression + ")"));
	}

	/**
	 * Waits until something has happened elsewhere that the page has to cause.
	 * @param condition whether it has
	 */
	public void await(BooleanSupplier condition) {
		await((Function<WebDriver, Boolean>) (current) -> condition.getAsBoolean());
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
	 * Returns the responses to the requests for pages since the last call. They are
	 * recorded if the system property {@code browser.exchanges} is {@code true}, because
	 * that costs much.
	 * @return the responses in their order, redirects included
	 */
	public List<Exchange> takeExchanges() {
		return logs(LogType.PERFORMANCE).stream()
			.map((entry) -> Exchange.of(this.mapper.readTree(entry.getMessage()).path("message")))
			.filter(Objects::nonNull)
			.toList();
	}

	/**
	 * Returns the errors that the console shows since the last call, except for the icon
	 * that Chromium requests and that the application does not have.
	 * @return the messages
	 */
	public List<String> takeConsoleErrors() {
		return logs(LogType.BROWSER).stream()
			.filter((entry) -> entry.getLevel() == Level.SEVERE)
			.map(LogEntry::getMessage)
			.filter((message) -> !message.contains("/favicon.ico "))
			.toList();
	}

	/**
	 * Keeps what the user sees as {@code <name>.png} in the folder of the build.
	 * @param name the name of the picture
	 */
	public void screenshot(String name) {
		Path picture = folder("browser.screenshots").resolve(name + ".png");
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
		if (EXCHANGES) {
			takeExchanges();
		}
		takeConsoleErrors();
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

	/*
	 * A question about a page that is just being replaced may fail in many ways; the next
	 * one will not.
	 */
	private <T> T await(Function<? super WebDriver, T> condition) {
		return new WebDriverWait(this.driver, PATIENCE, PAUSE).ignoring(WebDriverException.class).until(condition);
	}

	private List<LogEntry> logs(String type) {
		return this.driver.manage().logs().get(type).getAll();
	}

	private static ChromeOptions options(BrowserInstallation installation, Path profile) {
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		if (EXCHANGES) {
			logs.enable(LogType.PERFORMANCE, Level.ALL);
		}
		ChromeOptions options = new ChromeOptions();
		options.setBinary(installation.browser().toFile());
		options.setCapability("goog:loggingPrefs", logs);
		options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
				"--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en",
				"--window-size=1200,900", "--user-data-dir=" + profile);
		return options;
	}

	private static Path folder(String property) {
		String value = System.getProperty(property);
		if (value == null) {
			throw new IllegalStateException("System property '" + property
					+ "' is not set; 'mvn verify' sets it, a run in an IDE has to do the same");
		}
		return Path.of(value).toAbsolutePath();
	}

}
