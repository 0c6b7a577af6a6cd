package io.videoplatform.internal.login.scenarios;

import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultReactiveOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizedClientRepository;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;

/**
 * What Spring Security offers for calls of users, wired as its reference shows and
 * knowing nothing of the platform.
 */
@RestController
class ReactiveSpringParts {

	private static final String CLIENT = "platform";

	private final ReactiveOAuth2AuthorizedClientManager springs;

	private final DefaultReactiveOAuth2AuthorizedClientManager ofExchanges;

	private final ServerOAuth2AuthorizedClientRepository clients;

	ReactiveSpringParts(ReactiveOAuth2AuthorizedClientManager springs,
			ReactiveClientRegistrationRepository registrations, ServerOAuth2AuthorizedClientRepository clients) {
		ReactiveOAuth2AuthorizedClientProvider provider = ReactiveOAuth2AuthorizedClientProviderBuilder.builder()
			.authorizationCode()
			.refreshToken()
			.build();
		this.springs = springs;
		this.clients = clients;
		this.ofExchanges = new DefaultReactiveOAuth2AuthorizedClientManager(registrations, clients);
		this.ofExchanges.setAuthorizedClientProvider(provider);
	}

	@GetMapping("/spring/manager")
	Mono<String> manager(@RequestParam(defaultValue = CLIENT) String client, Authentication user,
			ServerWebExchange exchange) {
		return token(this.springs, client, user, exchange);
	}

	@GetMapping("/spring/own-manager")
	Mono<String> ownManager(@RequestParam(defaultValue = CLIENT) String client, Authentication user,
			ServerWebExchange exchange) {
		return token(this.ofExchanges, client, user, exchange);
	}

	@GetMapping("/spring/remove")
	Mono<String> remove(Authentication user, ServerWebExchange exchange) {
		return this.clients.removeAuthorizedClient(CLIENT, user, exchange).thenReturn("removed");
	}

	private static Mono<String> token(ReactiveOAuth2AuthorizedClientManager manager, String client, Authentication user,
			ServerWebExchange exchange) {
		return manager
			.authorize(OAuth2AuthorizeRequest.withClientRegistrationId(client)
				.principal(user)
				.attribute(ServerWebExchange.class.getName(), exchange)
				.build())
			.map((authorized) -> authorized.getAccessToken().getTokenValue());
	}

}
