package io.videoplatform.internal.login.servlet;

import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.web.MockHttpServletRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Servlet requests as the core of logins sees them.
 */
class ServletLoginAdapterTests {

	/**
	 * Tomcat and Jetty throw an exception of their own.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void callbackRequestWhenContainerCannotReadTheParametersThenNone(boolean state) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/videos") {

			@Override
			public Map<String, String[]> getParameterMap() {
				throw state ? new IllegalStateException("malformed") : new RuntimeException("malformed");
			}

		};
		assertThat(ServletLoginAdapter.callbackRequest(request)).isNull();
	}

}
