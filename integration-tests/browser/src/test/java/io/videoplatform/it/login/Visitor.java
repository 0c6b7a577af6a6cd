package io.videoplatform.it.login;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.login.application.LoginApplication;
import io.videoplatform.it.webdriver.Browser;
import io.videoplatform.it.webdriver.LoginPage;
import org.openqa.selenium.By;
import tools.jackson.databind.JsonNode;

/**
 * A person who visits an application.
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
	 */
	void open(String path) {
		this.browser.open(this.application.page(path));
	}

	/**
	 * Opens a page of the application that must be shown.
	 */
	JsonNode read(String path) {
		open(path);
		return this.browser.json();
	}

	/**
	 * Whether the last page came from the application, not from Keycloak.
	 */
	boolean isAtApplication() {
		return this.browser.address().getAuthority().equals(this.application.page("/").getAuthority());
	}

	/**
	 * Whether a page of the application leads to Keycloak's login page.
	 */
	boolean requiresPasswordAt(String path) {
		open(path);
		return LoginPage.isShownIn(this.browser);
	}

}
