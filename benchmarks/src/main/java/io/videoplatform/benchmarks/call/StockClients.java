package io.videoplatform.benchmarks.call;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.videoplatform.benchmarks.stub.StubPlatform;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.AuthorizedClientServiceReactiveOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.InMemoryReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.reactive.function.client.ServerOAuth2AuthorizedClientExchangeFilterFunction;
import org.springframework.security.oauth2.client.web.reactive.function.client.ServletOAuth2AuthorizedClientExchangeFilterFunction;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Clients with Spring Security's own filters and a token that stays fresh, to compare
 * with.
 */
final class StockClients {

	private static final String ID = "stock";

	private StockClients() {
	}

	static WebClient reactive(WebClient.Builder builder) {
		ClientRegistration registration = registration();
		InMemoryReactiveClientRegistrationRepository registrations = new InMemoryReactiveClientRegistrationRepository(
				registration);
		InMemoryReactiveOAuth2AuthorizedClientService clients = new InMemoryReactiveOAuth2AuthorizedClientService(
				registrations);
		clients.saveAuthorizedClient(authorized(registration, "anonymousUser"), principal("anonymousUser")).block();
		ServerOAuth2AuthorizedClientExchangeFilterFunction filter = new ServerOAuth2AuthorizedClientExchangeFilterFunction(
				new AuthorizedClientServiceReactiveOAuth2AuthorizedClientManager(registrations, clients));
		filter.setDefaultClientRegistrationId(ID);
		return builder.filter(filter).build();
	}

	/**
	 * Build a client for use on this thread, on which a servlet request is made up: the
	 * filter adds no token without one.
	 */
	static WebClient servlet(WebClient.Builder builder) {
		ClientRegistration registration = registration();
		InMemoryClientRegistrationRepository registrations = new InMemoryClientRegistrationRepository(registration);
		InMemoryOAuth2AuthorizedClientService clients = new InMemoryOAuth2AuthorizedClientService(registrations);
		clients.saveAuthorizedClient(authorized(registration, "user"), principal("user"));
		ServletOAuth2AuthorizedClientExchangeFilterFunction filter = new ServletOAuth2AuthorizedClientExchangeFilterFunction(
				new AuthorizedClientServiceOAuth2AuthorizedClientManager(registrations, clients));
		filter.setDefaultClientRegistrationId(ID);
		RequestContextHolder.setRequestAttributes(
				new ServletRequestAttributes(new MockHttpServletRequest(), new MockHttpServletResponse()));
		SecurityContextHolder.getContext().setAuthentication(principal("user"));
		return builder.apply(filter.oauth2Configuration()).build();
	}

	private static ClientRegistration registration() {
		return ClientRegistration.withRegistrationId(ID)
			.clientId("client")
			.clientSecret("secret")
			.authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
			.tokenUri("http://127.0.0.1:1/token")
			.providerConfigurationMetadata(Map.of())
			.build();
	}

	private static OAuth2AuthorizedClient authorized(ClientRegistration registration, String principal) {
		Instant now = Instant.now();
		return new OAuth2AuthorizedClient(registration, principal, new OAuth2AccessToken(
				OAuth2AccessToken.TokenType.BEARER, StubPlatform.FIXED_TOKEN, now, now.plus(Duration.ofHours(2))));
	}

	private static Authentication principal(String name) {
		return new TestingAuthenticationToken(name, "");
	}

}
