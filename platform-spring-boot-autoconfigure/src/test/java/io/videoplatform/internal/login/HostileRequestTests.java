package io.videoplatform.internal.login;

import io.videoplatform.internal.http.HostileText;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;

/**
 * Headers and parameters of any length that a visitor sends.
 */
class HostileRequestTests {

	private static UserAgentRequest request(String text) {
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.ACCEPT, text);
		return new UserAgentRequest("", "/videos", headers);
	}

	@Test
	void wantsPageWhenAcceptIsHostileThenEnds() {
		HostileText.feed((text) -> request(text).wantsPage(), "text/html,", "text/html;q=", "text/html;a=\"");
		HostileText.feed((text) -> request(text).acceptsPage(), "*/*,");
	}

}
