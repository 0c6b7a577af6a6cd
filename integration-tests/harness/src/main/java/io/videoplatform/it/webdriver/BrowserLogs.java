package io.videoplatform.it.webdriver;

import java.util.List;
import java.util.logging.Level;

import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * What a browser has logged and a test has not yet read.
 */
final class BrowserLogs {

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
		options.setCapability("goog:loggingPrefs", logs);
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
		take(LogType.BROWSER);
	}

	private List<LogEntry> take(String type) {
		return this.driver.manage().logs().get(type).getAll();
	}

}
