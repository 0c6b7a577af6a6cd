package io.videoplatform.internal.login;

import io.videoplatform.testing.HostileText;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;

/**
 * Headers and parameters of any length that a visitor sends.
 */
class HostileRequestTests {

	private static HttpHeaders headers(String text) {
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.ACCEPT, text);
		return headers;
	}

	@Test
	void wantsPageWhenAcceptIsHostileThenEnds() {
		HostileText.feed((text) -> LoginFailurePage.wantsPage(headers(text)), "text/html,", "text/html;q=",
				"text/html;a=\"");
		HostileText.feed((text) -> LoginFailurePage.takesPage(headers(text)), "*/*,");
	}

	@Test
	void handleWhenStateIsHostileThenEnds() {
		HostileText.feed(LoginState::handle, "random~", "~");
	}

}
