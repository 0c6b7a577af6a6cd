package io.videoplatform.internal.login;

import java.util.List;
import java.util.Map;

import io.videoplatform.internal.login.reactive.ServerPlatformAuthorizedClientRepository;
import io.videoplatform.internal.login.servlet.PlatformAuthorizedClientRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.InMemoryReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.OAuth2AccessToken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Accounts of the platform that a user connects without a login there: a session may have
 * another user later, and a name is no user.
 */
class AccountWithoutLoginTests {

	private final LoginParts parts = new LoginParts();

	private final LoginInitiator initiator = new LoginInitiator(this.parts.registrations, this.parts.resolver,
			new LoginEventPublisher(this.parts.clock, this.parts.events::add), this.parts.clock, Map.of());

	private final Authentication user = UsernamePasswordAuthenticationToken.authenticated("ann", null, List.of());

	private final OAuth2AuthorizedClient account = new OAuth2AuthorizedClient(
			LoginParts.get(this.parts.client.current()), "ann",
			new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, "token", null, null));

	@AfterEach
	void close() {
		this.parts.close();
	}

	@Test
	void saveWhenServletThenRefusedAndNothingIsKept() {
		PlatformAuthorizedClientRepository clients = new PlatformAuthorizedClientRepository(this.parts.tokens(),
				this.initiator, new InMemoryOAuth2AuthorizedClientService((id) -> null));
		MockHttpServletRequest request = new MockHttpServletRequest();
		assertThatIllegalStateException()
			.isThrownBy(
					() -> clients.saveAuthorizedClient(this.account, this.user, request, new MockHttpServletResponse()))
			.withMessageContaining("held for logins only");
		assertThat(clients.<OAuth2AuthorizedClient>loadAuthorizedClient("platform", this.user, request)).isNull();
		assertThat(request.getSession(false)).isNull();
	}

	@Test
	void saveWhenReactiveThenRefusedAndNothingIsKept() {
		ServerPlatformAuthorizedClientRepository clients = new ServerPlatformAuthorizedClientRepository(
				this.parts.tokens(), this.initiator,
				new InMemoryReactiveOAuth2AuthorizedClientService((id) -> Mono.empty()));
		MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
		assertThatIllegalStateException()
			.isThrownBy(
					() -> clients.saveAuthorizedClient(this.account, this.user, exchange).block(LoginParts.PATIENCE))
			.withMessageContaining("held for logins only");
		assertThat(clients.loadAuthorizedClient("platform", this.user, exchange).blockOptional(LoginParts.PATIENCE))
			.isEmpty();
	}

}
