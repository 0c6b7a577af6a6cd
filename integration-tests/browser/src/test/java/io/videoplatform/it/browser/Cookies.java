package io.videoplatform.it.browser;

import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import org.openqa.selenium.chrome.ChromeOptions;

/**
 * What a browser does with the cookies of other sites.
 */
enum Cookies {

	ALL(0), NO_THIRD_PARTY(1);

	private final int controlsMode;

	Cookies(int controlsMode) {
		this.controlsMode = controlsMode;
	}

	/**
	 * Returns what makes Chromium do it.
	 */
	Consumer<ChromeOptions> settings() {
		return (options) -> options.setExperimentalOption("prefs",
				Map.of("profile.cookie_controls_mode", this.controlsMode));
	}

	/**
	 * Returns the name of a picture of a flow.
	 */
	String picture(String flow) {
		return flow + "-cookies-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
