package io.videoplatform.login;

import io.videoplatform.testing.HostileText;
import org.junit.jupiter.api.Test;

/**
 * Headers and parameters of any length that a visitor sends.
 */
class HostileRequestTests {

	@Test
	void wantsPageWhenAcceptIsHostileThenEnds() {
		HostileText.feed((text) -> LoginPages.wantsPage(text, null), "text/html,", "text/html;q=", "text/html;a=\"");
		HostileText.feed((text) -> LoginPages.takesPage(text, text), "*/*,");
	}

	@Test
	void handleWhenStateIsHostileThenEnds() {
		HostileText.feed(LoginState::handle, "random~", "~");
	}

}
