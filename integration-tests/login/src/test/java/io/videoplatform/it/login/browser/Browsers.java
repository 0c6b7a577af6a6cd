package io.videoplatform.it.login.browser;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Gives a test the browsers of as many users as it asks for, and closes them after it.
 *
 * <p>
 * Where no browser is installed the tests are skipped, unless the environment variable
 * {@value #REQUIRED} says that this is a failure. Of a test that fails the last page of
 * each browser is kept.
 *
 * @since 0.1.0
 */
public final class Browsers implements BeforeAllCallback, AfterEachCallback, TestExecutionExceptionHandler {

	/**
	 * The environment variable that is {@code true} where tests may not be skipped.
	 */
	public static final String REQUIRED = "BROWSER_REQUIRED";

	private static final Logger logger = System.getLogger(Browsers.class.getName());

	private final List<Browser> open = new ArrayList<>();

	/**
	 * Opens a browser that knows nothing of others: no cookies, no history.
	 * @return the browser
	 */
	public Browser open() {
		Browser browser = Browser.start(installation());
		this.open.add(browser);
		return browser;
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		installation();
	}

	@Override
	public void afterEach(ExtensionContext context) {
		this.open.forEach(Browser::close);
		this.open.clear();
	}

	@Override
	public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
		String test = context.getRequiredTestClass().getSimpleName() + "." + context.getRequiredTestMethod().getName()
				+ context.getDisplayName().replaceAll("\\W+", "-");
		for (int i = 0; i < this.open.size(); i++) {
			this.open.get(i).noteFailure("failed-" + test + "-" + (i + 1), failure);
		}
		throw failure;
	}

	private static BrowserInstallation installation() {
		Optional<BrowserInstallation> found = BrowserInstallation.find();
		if (found.isPresent()) {
			return found.get();
		}
		if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
			throw new IllegalStateException(BrowserInstallation.MISSING);
		}
		logger.log(Level.WARNING, "SKIPPED. " + BrowserInstallation.MISSING);
		throw new TestAbortedException(BrowserInstallation.MISSING);
	}

}
