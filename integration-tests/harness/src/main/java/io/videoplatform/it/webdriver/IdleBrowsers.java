package io.videoplatform.it.webdriver;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.openqa.selenium.chrome.ChromeOptions;

/**
 * The browsers that no test uses just now. They end with the last test class.
 */
final class IdleBrowsers implements AutoCloseable {

	private final Deque<Browser> browsers = new ArrayDeque<>();

	private final Map<Browser, ChromeOptions> kinds = new IdentityHashMap<>();

	/**
	 * Takes a browser, or starts one if all of its kind are in use.
	 * @param more sets what is special about it
	 * @return the browser
	 */
	Browser take(Consumer<ChromeOptions> more) {
		ChromeOptions kind = new ChromeOptions();
		more.accept(kind);
		Optional<Browser> idle = this.browsers.stream()
			.filter((browser) -> kind.equals(this.kinds.get(browser)))
			.findFirst();
		Browser browser = idle.orElseGet(() -> Browser.start(BrowserInstallation.require(), more));
		this.browsers.remove(browser);
		this.kinds.put(browser, kind);
		return browser;
	}

	/**
	 * Takes a browser back. One that cannot forget is closed, and its failure reported.
	 * @param browser the browser
	 */
	void giveBack(Browser browser) {
		try {
			browser.forget();
			this.browsers.push(browser);
		}
		catch (RuntimeException ex) {
			browser.close();
			throw ex;
		}
	}

	@Override
	public void close() {
		this.browsers.forEach(Browser::close);
		this.browsers.clear();
	}

}
