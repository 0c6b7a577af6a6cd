package io.videoplatform.it.browser;

import java.net.URI;
import java.text.ParseException;
import java.util.List;

import io.videoplatform.it.program.NeedsPrograms;
import io.videoplatform.it.webdriver.Browser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the code of the guide to a page with tokens works with the other library.
 */
@NeedsPrograms(value = { "npm", "node" }, debianPackage = "npm")
@ParameterizedClass
@CsvSource("SERVLET, standard, OIDC_CLIENT")
@Tag("full")
class OidcClientGuideIT extends GuideScenario {

	private static final URI CLOSED_PORT = URI.create("http://127.0.0.1:9");

	OidcClientGuideIT(WebApplicationType stack, String flow, PageLibrary library) {
		super(stack, flow, library);
	}

	@Test
	void pageWhenTwoCallsNeedATokenThenShareOneThatIsNotStored() throws ParseException {
		Browser browser = open(Cookies.NO_THIRD_PARTY);
		logIn(browser);
		awaitExpiry(browser);
		int calls = deployment.api().tokens().size();
		browser.run("for (let i = 0; i < 2; i++) document.getElementById('show').click()");
		browser.await(() -> deployment.api().tokens().size() == calls + 2);
		List<String> tokens = deployment.api().tokens();
		assertThat(tokens.get(calls)).isEqualTo(tokens.get(calls + 1)).isNotEqualTo(tokens.get(calls - 1));
		assertThat(browser.run("return JSON.stringify([localStorage, sessionStorage])")).asString()
			.doesNotContain("eyJ");
	}

	@Test
	void pageWhenProviderDoesNotRespondThenSaysSoAndNextCallTriesAgain() throws ParseException {
		Browser browser = open(Cookies.NO_THIRD_PARTY);
		logIn(browser);
		awaitExpiry(browser);
		int calls = deployment.api().tokens().size();
		deployment.front(Site.PROVIDER).standBefore(CLOSED_PORT);
		browser.find(By.id("show")).click();
		browser.await("document.getElementById('problem').textContent.includes('does not respond. Try again')");
		deployment.front(Site.PROVIDER).standBefore(keycloak.realm().keycloak().uri());
		browser.find(By.id("show")).click();
		browser.await(() -> deployment.api().tokens().size() == calls + 1);
	}

}
