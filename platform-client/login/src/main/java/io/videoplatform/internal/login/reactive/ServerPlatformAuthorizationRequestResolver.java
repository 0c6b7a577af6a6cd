package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.server.DefaultServerOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher.MatchResult;
import org.springframework.web.server.ServerWebExchange;

/**
 * Makes the authorization requests of logins: at the platform bound to the registration
 * that they begin with, at others as Spring Security does. Spring Security's resolver
 * adds PKCE (RFC 7636) and the nonce.
 */
public final class ServerPlatformAuthorizationRequestResolver implements ServerOAuth2AuthorizationRequestResolver {

	private static final String REGISTRATION_ID = DefaultServerOAuth2AuthorizationRequestResolver.DEFAULT_REGISTRATION_ID_URI_VARIABLE_NAME;

	private final LoginRegistrationRepository registrations;

	private final LoginInitiator initiator;

	private final ServerWebExchangeMatcher beginnings = new PathPatternParserServerWebExchangeMatcher(
			DefaultServerOAuth2AuthorizationRequestResolver.DEFAULT_AUTHORIZATION_REQUEST_PATTERN);

	private final ServerOAuth2AuthorizationRequestResolver others;

	/**
	 * Create a new instance.
	 */
	public ServerPlatformAuthorizationRequestResolver(LoginRegistrationRepository registrations,
			LoginInitiator initiator, ReactiveClientRegistrationRepository repository) {
		this.registrations = registrations;
		this.initiator = initiator;
		this.others = new DefaultServerOAuth2AuthorizationRequestResolver(repository);
	}

	@Override
	public Mono<OAuth2AuthorizationRequest> resolve(ServerWebExchange exchange) {
		return this.beginnings.matches(exchange)
			.filter(MatchResult::isMatch)
			.flatMap((match) -> begin(exchange, String.valueOf(match.getVariables().get(REGISTRATION_ID))));
	}

	@Override
	public Mono<OAuth2AuthorizationRequest> resolve(ServerWebExchange exchange, String registrationId) {
		return begin(exchange, registrationId);
	}

	private Mono<OAuth2AuthorizationRequest> begin(ServerWebExchange exchange, String registrationId) {
		LoginClient client = this.registrations.client(registrationId);
		if (client == null) {
			return this.others.resolve(exchange, registrationId);
		}
		return Mono.fromFuture(() -> this.initiator.begin(client), true)
			.flatMap((registration) -> bound(client, registration).resolve(exchange, registrationId));
	}

	private ServerOAuth2AuthorizationRequestResolver bound(LoginClient client, ClientRegistration registration) {
		DefaultServerOAuth2AuthorizationRequestResolver resolver = new DefaultServerOAuth2AuthorizationRequestResolver(
				(id) -> Mono.just(registration));
		resolver.setAuthorizationRequestCustomizer((request) -> this.initiator.begun(client, request, registration));
		return resolver;
	}

}
