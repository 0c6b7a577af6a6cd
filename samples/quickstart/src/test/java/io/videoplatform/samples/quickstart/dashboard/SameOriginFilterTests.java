package io.videoplatform.samples.quickstart.dashboard;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SameOriginFilter}.
 */
class SameOriginFilterTests {

	private final SameOriginFilter filter = new SameOriginFilter();

	@ParameterizedTest
	@CsvSource(nullValues = "none", textBlock = """
			POST, 127.0.0.1,            http://127.0.0.1:8080, 200
			POST, localhost,            http://localhost:8080, 200
			POST, [::1],                http://[::1]:8080,     200
			POST, 127.0.0.1,            none,                  200
			GET,  127.0.0.1,            http://evil.example,   200
			POST, 127.0.0.1,            http://evil.example,   403
			POST, 127.0.0.1,            http://127.0.0.1:9999, 403
			POST, 127.0.0.1,            https://127.0.0.1:8080, 403
			POST, 127.0.0.1,            http://localhost:8080, 403
			POST, 127.0.0.1,            null,                  403
			POST, evil.example,         http://evil.example:8080, 403
			GET,  evil.example,         none,                  403
			GET,  127.0.0.1.evil.example, none,                403
			""")
	void requestWhenItHasOriginThenOnlyThePagesOwnChangesAnything(String method, String host, @Nullable String origin,
			int status) throws Exception {
		assertThat(send(method, host, origin).getStatus()).isEqualTo(status);
	}

	@ParameterizedTest
	@ValueSource(strings = { "PUT", "PATCH", "DELETE" })
	void requestWhenItChangesSomethingThenGuarded(String method) throws Exception {
		assertThat(send(method, "127.0.0.1", "http://evil.example").getStatus()).isEqualTo(403);
	}

	@Test
	void responseWhenSentThenAllowsNothingOfOthers() throws Exception {
		assertThat(send("GET", "127.0.0.1", null).getHeader("Content-Security-Policy")).contains("default-src 'none'")
			.doesNotContain("unsafe");
	}

	private MockHttpServletResponse send(String method, String host, @Nullable String origin) throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/calls");
		request.setServerName(host);
		request.setServerPort(8080);
		if (origin != null) {
			request.addHeader("Origin", origin);
		}
		MockHttpServletResponse response = new MockHttpServletResponse();
		this.filter.doFilter(request, response, new MockFilterChain());
		return response;
	}

}
