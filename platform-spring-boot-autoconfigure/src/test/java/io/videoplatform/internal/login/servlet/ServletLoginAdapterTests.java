package io.videoplatform.internal.login.servlet;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import io.videoplatform.internal.login.CallbackRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.web.MockHttpServletRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Servlet requests as the core of logins sees them.
 */
class ServletLoginAdapterTests {

	/**
	 * Tomcat throws once, and then returns what it has read.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void callbackRequestWhenContainerCannotReadTheParametersAtFirstThenMalformedForGood(boolean state) {
		AtomicBoolean read = new AtomicBoolean();
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/videos") {

			@Override
			public Map<String, String[]> getParameterMap() {
				if (read.getAndSet(true)) {
					return Map.of("code", new String[] { "a" }, "state", new String[] { "b" });
				}
				throw state ? new IllegalStateException("malformed") : new RuntimeException("malformed");
			}

		};
		for (int i = 0; i < 2; i++) {
			assertThat(ServletLoginAdapter.callbackRequest(request)).returns(true, CallbackRequest::malformed)
				.returns(false, CallbackRequest::isResponse);
		}
	}

}
