package io.videoplatform.samples.operations;

import java.net.URI;

import io.videoplatform.it.webdriver.Browser;
import io.videoplatform.it.webdriver.Browsers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the page that plots the meters of the sample {@code operations}.
 */
@Tag("full")
class PlotsTests extends AbstractOperationsTests {

	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Test
	void plotsWhenPlatformWorksAndThenFailsThenShowIt() {
		Browser browser = browsers.open();
		browser.open(URI.create("http://127.0.0.1:" + port() + "/operations"));
		browser.await(value("Calls", 0) + " > 2");
		browser.await(value("Token requests", 0) + " > 0");
		assertThat(browser.properties(By.cssSelector("figure h2"), "textContent")).containsExactly("Calls", "Latency",
				"Token requests", "Seconds to expiry", "Discovery", "Failures");
		browser.await(
				"[...document.querySelectorAll('figure > svg')].every((plot) => plot.ariaLabel?.includes(', now: '))");
		browser.await("document.querySelectorAll('path.line.series-0[d*=L]').length === 6");
		browser.screenshot("operations");

		browser.find(By.cssSelector("[data-fault='TOKENS_FAIL']")).click();
		browser.await("document.querySelector('[data-fault=TOKENS_FAIL]').ariaPressed === 'true'");
		browser.await("document.getElementById('failures').textContent.includes('503')");
		browser.await(value("Token requests", 1) + " > 0");
		browser.await(value("Failures", 1) + " > 0");
		browser.await(value("Calls", 1) + " > 0");
		browser.screenshot("operations-tokens-fail");

		browser.find(By.cssSelector("[data-fault='NONE']")).click();
		browser.await("document.getElementById('failures').textContent.includes('no failure')");
		browser.await(value("Failures", 1) + " === 0");
	}

	/**
	 * Return an expression for the number that the legend of a plot shows.
	 */
	private static String value(String plot, int series) {
		return "Number([...document.querySelectorAll('figure')].find((figure) => figure.querySelector('h2').textContent === '%s').querySelectorAll('output')[%d].textContent)"
			.formatted(plot, series);
	}

}
