package io.videoplatform.internal.login.scenarios;

import java.util.Objects;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * What Spring Security offers for calls of users, wired as its reference shows and
 * knowing nothing of the platform.
 */
@RestController
class ServletSpringParts {

	private static final String CLIENT = "platform";

	private final OAuth2AuthorizedClientManager springs;

	private final DefaultOAuth2AuthorizedClientManager ofRequests;

	private final OAuth2AuthorizedClientRepository clients;

	ServletSpringParts(OAuth2AuthorizedClientManager springs, ClientRegistrationRepository registrations,
			OAuth2AuthorizedClientRepository clients) {
		OAuth2AuthorizedClientProvider provider = OAuth2AuthorizedClientProviderBuilder.builder()
			.authorizationCode()
			.refreshToken()
			.build();
		this.springs = springs;
		this.clients = clients;
		this.ofRequests = new DefaultOAuth2AuthorizedClientManager(registrations, clients);
		this.ofRequests.setAuthorizedClientProvider(provider);
	}

	@GetMapping("/spring/manager")
	String manager(@RequestParam(defaultValue = CLIENT) String client, Authentication user, HttpServletRequest request,
			HttpServletResponse response) {
		return token(this.springs, client, user, request, response);
	}

	@GetMapping("/spring/own-manager")
	String ownManager(@RequestParam(defaultValue = CLIENT) String client, Authentication user,
			HttpServletRequest request, HttpServletResponse response) {
		return token(this.ofRequests, client, user, request, response);
	}

	@GetMapping("/spring/remove")
	String remove(Authentication user, HttpServletRequest request, HttpServletResponse response) {
		this.clients.removeAuthorizedClient(CLIENT, user, request, response);
		return "removed";
	}

	private static String token(OAuth2AuthorizedClientManager manager, String client, Authentication user,
			HttpServletRequest request, HttpServletResponse response) {
		return Objects.requireNonNull(manager.authorize(OAuth2AuthorizeRequest.withClientRegistrationId(client)
			.principal(user)
			.attribute(HttpServletRequest.class.getName(), request)
			.attribute(HttpServletResponse.class.getName(), response)
			.build())).getAccessToken().getTokenValue();
	}

}
