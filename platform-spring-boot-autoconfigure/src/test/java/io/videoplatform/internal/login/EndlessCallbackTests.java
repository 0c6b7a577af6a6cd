package io.videoplatform.internal.login;

import java.time.Duration;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedWait;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import io.videoplatform.internal.login.reactive.LoginWebFilter;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.oauth2.client.web.server.WebSessionOAuth2ServerAuthorizationRequestRepository;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callbacks that the application does not end, as after an error of the virtual machine
 * that no publisher signals.
 */
class EndlessCallbackTests {

	@Test
	void filterWhenTheApplicationGivesNoSignalThenUnavailable() {
		try (LoginParts parts = new LoginParts()) {
			BoundedWait wait = new BoundedWait(Duration.ofMillis(50),
					(reason, cause) -> new LoginUnavailableException("The wait " + reason, PlatformError.TIMEOUT,
							PlatformStep.LOGIN, null, null, cause));
			LoginEventPublisher publisher = new LoginEventPublisher(parts.clock, parts.events::add);
			LoginWebFilter filter = new LoginWebFilter(
					new AuthorizationResponseValidator(parts.registrations, parts.resolver, publisher),
					new WebSessionOAuth2ServerAuthorizationRequestRepository(),
					new LoginResponseFactory(parts.registrations, parts.clock), (exchange) -> Mono.just(true), wait, 0);
			MockServerWebExchange exchange = MockServerWebExchange
				.from(MockServerHttpRequest.get("/login/oauth2/code/platform?code=a&state=b"));
			filter.filter(exchange, (filtered) -> Mono.never()).block(LoginParts.PATIENCE);
			assertThat(exchange.getResponse().getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		}
	}

}
