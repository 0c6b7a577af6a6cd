package io.videoplatform.internal.token;

import java.io.IOException;

import io.videoplatform.PlatformException;
import org.junit.jupiter.api.Test;

import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LoginEndedException}.
 */
class LoginEndedExceptionTests {

	private final ClientAuthorizationRequiredException exception = LoginEndedException.loginRequired("platform",
			"The login has ended: invalid_grant", new IOException("refused"));

	@Test
	void exceptionWhenThrownThenSaysWhy() {
		assertThat(this.exception.getClientRegistrationId()).isEqualTo("platform");
		assertThat(this.exception.getSuppressed()).singleElement()
			.satisfies((reason) -> assertThat(reason).isInstanceOf(PlatformException.class)
				.hasMessageContaining("invalid_grant")
				.hasRootCauseMessage("refused"));
	}

	@Test
	void exceptionWhenApplicationHandlesFailuresOfThePlatformThenNotTakenForOne() throws Exception {
		ExceptionHandlerMethodResolver handlers = new ExceptionHandlerMethodResolver(Outages.class);
		assertThat(handlers.resolveMethodByThrowable(new IllegalStateException(this.exception.getSuppressed()[0])))
			.isNotNull();
		assertThat(handlers.resolveMethodByThrowable(this.exception)).isNull();
		assertThat(handlers.resolveMethodByThrowable(new IllegalStateException(this.exception))).isNull();
	}

	/**
	 * What an application may well have.
	 */
	static class Outages {

		@ExceptionHandler({ PlatformException.class, IOException.class })
		void away() {
			throw new UnsupportedOperationException();
		}

	}

}
