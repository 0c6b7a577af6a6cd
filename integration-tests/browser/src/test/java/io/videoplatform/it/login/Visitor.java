package io.videoplatform.it.login;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.login.application.LoginApplication;
import io.videoplatform.it.webdriver.Browser;
import io.videoplatform.it.webdriver.LoginPage;
import org.openqa.selenium.By;
import tools.jackson.databind.JsonNode;

/**
 * A person who visits an application.
 *
 * @param browser the person's browser
 * @param application the application
 */
record Visitor(Browser browser, LoginApplication application) {

	static final String LOGIN = "/oauth2/authorization/platform";

	private static final By SUBMIT = By.cssSelector("button[type=submit]");

	/**
	 * Logs in as {@value Realm#USERNAME}.
	 */
	void logIn() {
		logIn(Realm.USERNAME, Realm.PASSWORD);
	}

	/**
	 * Logs in, which must succeed.
	 * @param username the user's name
	 * @param password the password
	 */
	void logIn(String username, String password) {
		open(LOGIN);
		LoginPage.in(this.browser).submit(username, password);
		open("/me");
		this.browser.json();
	}

	/**
	 * Logs out as a person does: on the application's page.
	 */
	void logOut() {
		open("/logout");
		this.browser.follow(SUBMIT);
	}

	/**
	 * Opens a page of the application, wherever that leads.
	 * @param path the page's path
	 */
	void open(String path) {
		this.browser.open(this.application.page(path));
	}

	/**
	 * Opens a page of the application that must be shown.
	 * @param path the page's path
	 * @return what it shows
	 */
	JsonNode read(String path) {
		open(path);
		return this.browser.json();
	}

	/**
	 * Whether the last page came from the application, not from Keycloak.
	 * @return {@code true} if it did
	 */
	boolean isAtApplication() {
		return this.browser.address().getAuthority().equals(this.application.page("/").getAuthority());
	}

	/**
	 * Whether a page of the application leads to Keycloak's login page.
	 * @param path the page's path
	 * @return {@code true} if it is, {@code false} if it is shown
	 */
	boolean requiresPasswordAt(String path) {
		open(path);
		return LoginPage.isShownIn(this.browser);
	}

}
