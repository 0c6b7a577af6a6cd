package io.videoplatform.it.webdriver;

import java.util.List;
import java.util.Objects;
import java.util.logging.Level;

import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a browser has logged and a test has not yet read.
 */
final class BrowserLogs {

	private static final boolean EXCHANGES = Boolean.getBoolean("browser.exchanges");

	private final JsonMapper mapper = new JsonMapper();

	private final ChromeDriver driver;

	BrowserLogs(ChromeDriver driver) {
		this.driver = driver;
	}

	/**
	 * Lets a browser that is about to start log what tests read.
	 * @param options the options of the browser
	 */
	static void enable(ChromeOptions options) {
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		if (EXCHANGES) {
			logs.enable(LogType.PERFORMANCE, Level.ALL);
		}
		options.setCapability("goog:loggingPrefs", logs);
	}

	List<Exchange> takeExchanges() {
		return take(LogType.PERFORMANCE).stream()
			.map((entry) -> Exchange.of(this.mapper.readTree(entry.getMessage()).path("message")))
			.filter(Objects::nonNull)
			.toList();
	}

	List<String> takeConsoleErrors() {
		return take(LogType.BROWSER).stream()
			.filter((entry) -> entry.getLevel() == Level.SEVERE)
			.map(LogEntry::getMessage)
			.filter((message) -> !message.contains("/favicon.ico "))
			.toList();
	}

	/**
	 * Forgets all entries.
	 */
	void forget() {
		if (EXCHANGES) {
			take(LogType.PERFORMANCE);
		}
		take(LogType.BROWSER);
	}

	private List<LogEntry> take(String type) {
		return this.driver.manage().logs().get(type).getAll();
	}

}
