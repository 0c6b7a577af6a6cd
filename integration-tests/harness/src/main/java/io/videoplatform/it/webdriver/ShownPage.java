package io.videoplatform.it.webdriver;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import org.openqa.selenium.By;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The page that a browser shows at the time of a question.
 *
 * @since 0.1.0
 */
public abstract sealed class ShownPage permits Browser {

	private static final Duration PAUSE = Duration.ofMillis(100);

	private final ChromeDriver driver;

	ShownPage(ChromeDriver driver) {
		this.driver = driver;
	}

	/**
	 * Returns what is shown, which must be JSON.
	 * @return what the page shows
	 */
	public JsonNode json() {
		return new JsonMapper().readTree(this.driver.findElement(By.tagName("pre")).getText());
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
	 * Waits until a condition holds. A question about a page that is just being replaced
	 * may fail in many ways; the next one will not.
	 */
	final <T> T await(Function<? super WebDriver, T> condition) {
		return new WebDriverWait(this.driver, BrowserProcess.PATIENCE, PAUSE).ignoring(WebDriverException.class)
			.until(condition);
	}

}
