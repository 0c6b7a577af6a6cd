package io.videoplatform.internal.login;

import io.videoplatform.internal.http.HostileText;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which requests want a page.
 */
class UserAgentRequestTests {

	private static UserAgentRequest request(@Nullable String accept, String... others) {
		HttpHeaders headers = new HttpHeaders();
		if (accept != null) {
			headers.set("Accept", accept);
		}
		for (int i = 0; i < others.length; i += 2) {
			headers.set(others[i], others[i + 1]);
		}
		return new UserAgentRequest("/app", "/app/oauth2/authorization/google", headers);
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
			"application/xhtml+xml" })
	void requestWhenItNamesHtmlThenWantsAPage(String accept) {
		assertThat(request(accept).wantsPage()).isTrue();
		assertThat(request(accept, "Sec-Fetch-Mode", "navigate").wantsPage()).isTrue();
		assertThat(request(accept, "X-Requested-With", "XMLHttpRequest").wantsPage()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "cors", "no-cors", "same-origin", "websocket", "anything" })
	void requestWhenItIsNoNavigationThenWantsNone(String mode) {
		assertThat(request("text/html", "Sec-Fetch-Mode", mode).wantsPage()).isFalse();
		assertThat(request("text/html", "Sec-Fetch-Mode", mode).acceptsPage()).isFalse();
		assertThat(request(null, "Sec-Fetch-Mode", mode).acceptsPage()).isFalse();
	}

	@Test
	void requestWhenItDoesNotNameHtmlThenWantsNone() {
		for (@Nullable
		String accept : new String[] { null, "", "*/*", "application/json", "text/html;q=0", "broken" }) {
			assertThat(request(accept).wantsPage()).as("%s", accept).isFalse();
		}
	}

	@Test
	void loginUrlWhenRegistrationThenBelowTheContextPath() {
		assertThat(request(null).loginUrl("platform")).isEqualTo("/app/oauth2/authorization/platform");
	}

	/**
	 * A header of any length that a visitor sends.
	 */
	@Test
	void wantsPageWhenAcceptIsHostileThenEnds() {
		HostileText.feed((text) -> request(text).wantsPage(), "text/html,", "text/html;q=", "text/html;a=\"");
		HostileText.feed((text) -> request(text).acceptsPage(), "*/*,");
	}

}
