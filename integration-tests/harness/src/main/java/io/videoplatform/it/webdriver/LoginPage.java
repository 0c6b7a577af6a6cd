package io.videoplatform.it.webdriver;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

import org.springframework.web.util.UriComponentsBuilder;

/**
 * Keycloak's login page.
 *
 * @since 0.1.0
 */
public final class LoginPage {

	private static final By USERNAME = By.id("username");

	private static final By PASSWORD = By.id("password");

	private static final By SUBMIT = By.id("kc-login");

	private static final By ERROR = By.cssSelector("[id^='input-error']");

	private final Browser browser;

	private LoginPage(Browser browser) {
		this.browser = browser;
	}

	/**
	 * Waits until a browser shows the page.
	 * @param browser the browser
	 * @return the page
	 */
	public static LoginPage in(Browser browser) {
		browser.find(SUBMIT);
		return new LoginPage(browser);
	}

	/**
	 * Whether a browser shows the page now.
	 * @param browser the browser
	 * @return {@code true} if it does
	 */
	public static boolean isShownIn(Browser browser) {
		return browser.has(SUBMIT) && browser.has(PASSWORD);
	}

	/**
	 * Returns the parameters of the authorization request that led here.
	 * @return the first value of each
	 */
	public Map<String, String> parameters() {
		Map<String, String> parameters = new TreeMap<>();
		UriComponentsBuilder.fromUri(this.browser.address())
			.build()
			.getQueryParams()
			.forEach((name, values) -> parameters.put(name, URLDecoder.decode(values.get(0), StandardCharsets.UTF_8)));
		return parameters;
	}

	/**
	 * Sends a name and a password, whether or not they are right.
	 * @param username the name
	 * @param password the password
	 */
	public void submit(String username, String password) {
		fill(USERNAME, username);
		fill(PASSWORD, password);
		this.browser.follow(SUBMIT);
	}

	/**
	 * Returns what the page has against the last attempt.
	 * @return the message
	 */
	public String error() {
		return Objects.requireNonNull(this.browser.find(ERROR).getText());
	}

	private void fill(By locator, String text) {
		WebElement field = this.browser.find(locator);
		field.clear();
		field.sendKeys(text);
	}

}
