package io.videoplatform.it.browser;

import java.net.URI;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.webdriver.Browser;
import io.videoplatform.it.webdriver.LoginPage;
import org.openqa.selenium.By;

/**
 * The sample's page in a browser, and what a person does there.
 */
record Page(Browser browser, URI uri, VideoApi api) {

	private static final String READY = "document.getElementById('log-in')?.disabled === false";

	Page open() {
		this.browser.open(this.uri);
		this.browser.await(READY);
		return this;
	}

	/**
	 * Presses the button of a way, and logs in at the provider.
	 */
	Page enter(String button) {
		press(button);
		LoginPage.in(this.browser).submit(Realm.USERNAME, Realm.PASSWORD);
		return this;
	}

	Page press(String button) {
		this.browser.find(By.id(button)).click();
		return this;
	}

	/**
	 * Waits until the page has called the API so many times since it was loaded.
	 */
	Page awaitCalls(int number) {
		this.browser.await("document.getElementById('calls')?.textContent === '%d'".formatted(number));
		return this;
	}

	/**
	 * Waits until the API was called with a token that was not known before.
	 */
	Page awaitNewTokenAfter(int calls) {
		this.browser.await(() -> this.api.tokens().size() > calls);
		return this;
	}

	Page awaitServerList() {
		this.browser.await("document.querySelector('#server-videos li')");
		return this;
	}

	/**
	 * Lets the token run out that the page has at this moment.
	 */
	Page expireToken() {
		Deployment.expireToken(this.browser);
		return this;
	}

	Page awaitLoggedOut() {
		this.browser.await("location.origin === '%s' && %s && document.getElementById('browser-view').hidden"
			.formatted(origin(), READY) + " && !document.getElementById('server-view')");
		return this;
	}

	String awaitProblem() {
		this.browser
			.await("location.origin === '%s' && document.getElementById('problem')?.textContent".formatted(origin()));
		return text("problem");
	}

	String text(String id) {
		return String.valueOf(this.browser.run("return document.getElementById(arguments[0]).textContent", id));
	}

	boolean isShown(String id) {
		return Boolean.TRUE.equals(this.browser
			.run("const e = document.getElementById(arguments[0]); return Boolean(e) && !e.hidden", id));
	}

	private String origin() {
		return this.uri.getScheme() + "://" + this.uri.getAuthority();
	}

}
