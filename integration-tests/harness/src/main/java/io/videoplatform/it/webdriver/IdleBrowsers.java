package io.videoplatform.it.webdriver;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The browsers that no test uses just now. They end with the last test class.
 */
final class IdleBrowsers implements AutoCloseable {

	private final Deque<Browser> browsers = new ArrayDeque<>();

	Browser take() {
		Browser browser = this.browsers.poll();
		return (browser != null) ? browser : Browser.start(BrowserInstallation.require(), (options) -> {
		});
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
