package io.videoplatform.it.webdriver;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.openqa.selenium.chrome.ChromeOptions;

/**
 * Gives a test as many browsers as it needs. After it they forget all they know, and
 * serve the next one: to start them takes longer than most tests do.
 *
 * <p>
 * Where no browser is installed the tests are skipped, unless the environment variable
 * {@value #REQUIRED} says that this is a failure. Of a test that fails the last page of
 * each browser is kept.
 *
 * @since 0.1.0
 */
public final class Browsers
		implements ExecutionCondition, BeforeAllCallback, AfterEachCallback, TestExecutionExceptionHandler {

	/**
	 * The environment variable that is {@code true} where tests may not be skipped.
	 */
	public static final String REQUIRED = "BROWSER_REQUIRED";

	private static final Logger logger = System.getLogger(Browsers.class.getName());

	private static final Namespace NAMESPACE = Namespace.create(Browsers.class);

	private final List<Browser> open = new ArrayList<>();

	private @Nullable IdleBrowsers idle;

	/**
	 * Opens a browser that knows nothing of others: no cookies, no history.
	 * @return the browser
	 */
	public Browser open() {
		return open((options) -> {
		});
	}

	/**
	 * Opens a browser of a special kind that knows nothing of others, either.
	 * @param more sets what is special
	 * @return the browser
	 */
	public Browser open(Consumer<ChromeOptions> more) {
		Browser browser = idle().take(more);
		this.open.add(browser);
		return browser;
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		this.idle = context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
			.computeIfAbsent(IdleBrowsers.class, (key) -> new IdleBrowsers(), IdleBrowsers.class);
	}

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		if (BrowserInstallation.find().isPresent()) {
			return ConditionEvaluationResult.enabled("There is a browser");
		}
		if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
			throw new IllegalStateException(BrowserInstallation.MISSING);
		}
		logger.log(Level.WARNING, "SKIPPED " + context.getDisplayName() + ". " + BrowserInstallation.MISSING);
		return ConditionEvaluationResult.disabled(BrowserInstallation.MISSING);
	}

	@Override
	public void afterEach(ExtensionContext context) {
		this.open.forEach(idle()::giveBack);
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

	private IdleBrowsers idle() {
		return Objects.requireNonNull(this.idle, "Browsers must be a static field of the test class");
	}

}
