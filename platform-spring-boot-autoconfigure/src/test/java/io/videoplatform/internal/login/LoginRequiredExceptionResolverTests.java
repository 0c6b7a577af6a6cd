package io.videoplatform.internal.login;

import java.util.Optional;

import io.videoplatform.internal.login.servlet.LoginRequiredExceptionResolver;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests whose controller fails because a login is required.
 */
class LoginRequiredExceptionResolverTests {

	private final LoginParts parts = new LoginParts();

	private @Nullable DispatcherType begun;

	private final Filter redirect = (request, response, chain) -> this.begun = request.getDispatcherType();

	private final LoginRequiredExceptionResolver resolver = new LoginRequiredExceptionResolver(this.parts.registrations,
			(request) -> Optional.of(this.redirect));

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	@AfterEach
	void close() {
		this.parts.close();
	}

	private boolean resolve(DispatcherType dispatch) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/videos");
		request.setDispatcherType(dispatch);
		return this.resolver.resolveException(request, this.response, null,
				new ClientAuthorizationRequiredException("platform-second")) != null;
	}

	@Test
	void resolveWhenRequestIsAsynchronousThenTheFilterOfTheChainBeginsALogin() {
		assertThat(resolve(DispatcherType.ASYNC)).isTrue();
		assertThat(this.begun).isEqualTo(DispatcherType.REQUEST);
	}

	@ParameterizedTest
	@EnumSource(names = { "REQUEST", "ERROR", "FORWARD" })
	void resolveWhenTheFilterSeesTheExceptionThenItIsLeftAlone(DispatcherType dispatch) {
		assertThat(resolve(dispatch)).isFalse();
		assertThat(this.begun).isNull();
	}

	/**
	 * A login that began nevertheless would replace one that another tab has begun.
	 */
	@Test
	void resolveWhenResponseIsCommittedThenNoLoginBegins() {
		this.response.setCommitted(true);
		assertThat(resolve(DispatcherType.ASYNC)).isFalse();
		assertThat(this.begun).isNull();
	}

}
