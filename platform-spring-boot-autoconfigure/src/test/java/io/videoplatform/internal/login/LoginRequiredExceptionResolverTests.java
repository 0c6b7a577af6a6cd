package io.videoplatform.internal.login;

import java.util.Optional;

import io.videoplatform.internal.login.servlet.LoginRequiredExceptionResolver;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Asynchronous requests that need a login, in a chain in which none begins.
 */
class LoginRequiredExceptionResolverTests {

	private final LoginParts parts = new LoginParts();

	private final LoginRequiredExceptionResolver resolver = new LoginRequiredExceptionResolver(this.parts.registrations,
			new LoginResponseFactory(this.parts.registrations, this.parts.clock),
			(request) -> Optional.<Filter>empty());

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	@AfterEach
	void close() {
		this.parts.close();
	}

	private MockHttpServletRequest resolve(String method, String accept) {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/videos");
		request.setDispatcherType(DispatcherType.ASYNC);
		request.addHeader("Accept", accept);
		this.resolver.resolveException(request, this.response, null,
				new ClientAuthorizationRequiredException("platform-second"));
		return request;
	}

	@ParameterizedTest
	@CsvSource({ "GET, true", "HEAD, false", "POST, false", "DELETE, false" })
	void resolveWhenPageThenLoginAndOnlyGetIsRepeated(String method, boolean repeated) {
		MockHttpServletRequest request = resolve(method, "text/html");
		assertThat(this.response.getRedirectedUrl()).isEqualTo("/oauth2/authorization/platform-second");
		assertThat(new HttpSessionRequestCache().getRequest(request, this.response) != null).isEqualTo(repeated);
	}

	@Test
	void resolveWhenScriptThenProblemDocument() {
		resolve("GET", "application/json");
		assertThat(this.response.getStatus()).isEqualTo(401);
		assertThat(this.response.getContentType()).startsWith("application/problem+json");
	}

	/**
	 * A login that began nevertheless would replace one that another tab has begun.
	 */
	@Test
	void resolveWhenResponseIsCommittedThenNoLoginBegins() {
		this.response.setCommitted(true);
		MockHttpServletRequest request = resolve("GET", "text/html");
		assertThat(request.getSession(false)).isNull();
		assertThat(this.response.getStatus()).isEqualTo(200);
	}

}
