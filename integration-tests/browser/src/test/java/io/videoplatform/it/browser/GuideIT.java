package io.videoplatform.it.browser;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.program.NeedsPrograms;
import io.videoplatform.it.webdriver.Browser;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.LoginPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the code of the guide to a page with tokens does without any addition, in either
 * flow, on both stacks and with either library.
 */
@NeedsPrograms(value = { "npm", "node" }, debianPackage = "npm")
@ParameterizedClass
@CsvSource({ "SERVLET, standard, KEYCLOAK", "REACTIVE, implicit, KEYCLOAK", "SERVLET, standard, OIDC_CLIENT" })
@Tag("full")
class GuideIT {

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	private static Deployment deployment;

	private final WebApplicationType stack;

	private final String flow;

	private final PageLibrary library;

	GuideIT(WebApplicationType stack, String flow, PageLibrary library) {
		this.stack = stack;
		this.flow = flow;
		this.library = library;
	}

	@BeforeParameterizedClassInvocation
	static void deploy(WebApplicationType stack, String flow, PageLibrary library, @TempDir Path folder) {
		deployment = new Deployment(keycloak, new GuideApplication(stack, flow, library, folder)).start();
		deployment.api().add("one", "video/mp4", new byte[100]);
	}

	@AfterParameterizedClassInvocation
	static void withdraw() throws Exception {
		deployment.stop();
		keycloak.realm().clients().delete("my-page");
	}

	@AfterEach
	void endSessions() {
		keycloak.realm().endAllSessions();
	}

	@ParameterizedTest
	@EnumSource
	void pageWhenTokenHasExpiredThenGoesOnUntilLogout(Cookies cookies) {
		Browser browser = open(cookies);
		logIn(browser);
		String token = deployment.api().lastToken();
		browser.screenshot(cookies
			.picture("guide-%s-%s-%s".formatted(this.stack, this.flow, this.library).toLowerCase(Locale.ROOT)));
		Deployment.expireToken(browser);
		browser.find(By.id("show")).click();
		browser.await(() -> !deployment.api().lastToken().equals(token));
		awaitList(browser);
		browser.find(By.id("logout")).click();
		awaitLoggedOut(browser);
		browser.find(By.id("login")).click();
		LoginPage.in(browser);
		assertThat(browser.takeConsoleErrors()).isEmpty();
		assertThat(deployment.messages().map(Message::loggable)).noneMatch(Message.JWT);
		assertThat(browser.history()).noneMatch((address) -> address.contains("#"));
	}

	@Test
	void pageWhenSessionAndTokenHaveEndedThenLoginIsOffered() {
		Browser browser = open(Cookies.NO_THIRD_PARTY);
		logIn(browser);
		keycloak.realm().endAllSessions();
		Deployment.expireToken(browser);
		browser.find(By.id("show")).click();
		if (this.flow.equals("implicit")) {
			awaitLoggedOut(browser);
			browser.find(By.id("login")).click();
		}
		LoginPage.in(browser).submit(Realm.USERNAME, Realm.PASSWORD);
		awaitList(browser);
	}

	@Test
	void pageWhenResponseIsOfOtherIssuerThenRefusedAndLoginIsOffered() {
		Browser browser = open(Cookies.ALL);
		browser.find(By.id("login")).click();
		String state = LoginPage.in(browser).parameters().get("state");
		browser.open(URI
			.create(deployment.page() + "#code=stolen&access_token=stolen&iss=https://evil.example&state=" + state));
		browser.await("document.getElementById('problem')?.textContent");
		assertThat(browser.text()).contains("does not come from the identity provider that was asked");
		awaitLoggedOut(browser);
		logIn(browser);
	}

	private static Browser open(Cookies cookies) {
		Browser browser = deployment.browser(browsers, cookies.settings());
		browser.open(deployment.page());
		return browser;
	}

	private static void logIn(Browser browser) {
		browser.find(By.id("login")).click();
		LoginPage.in(browser).submit(Realm.USERNAME, Realm.PASSWORD);
		awaitList(browser);
	}

	private static void awaitList(Browser browser) {
		browser.await("document.querySelector('#videos li')?.textContent === 'Video one'");
	}

	private static void awaitLoggedOut(Browser browser) {
		browser.await("document.getElementById('login')?.hidden === false");
		assertThat(browser.address()).isEqualTo(deployment.page());
		assertThat(browser.has(By.cssSelector("#videos li"))).isFalse();
	}

}
