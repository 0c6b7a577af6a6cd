package io.videoplatform.login.reactive;

import io.videoplatform.login.CodeExchange;
import io.videoplatform.login.LoginRegistrations;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.ReactiveOAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.WebClientReactiveAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;

/**
 * Exchanges authorization codes: of the platform once and where the login began, of
 * others as Spring Security does.
 */
public final class ReactiveAuthorizationCodeTokenResponseClient
		implements ReactiveOAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> {

	private final LoginRegistrations registrations;

	private final CodeExchange codes;

	private final ReactiveOAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> others = new WebClientReactiveAuthorizationCodeTokenResponseClient();

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param codes exchanges the codes of the platform
	 */
	public ReactiveAuthorizationCodeTokenResponseClient(LoginRegistrations registrations, CodeExchange codes) {
		this.registrations = registrations;
		this.codes = codes;
	}

	@Override
	public Mono<OAuth2AccessTokenResponse> getTokenResponse(OAuth2AuthorizationCodeGrantRequest request) {
		return this.registrations.contains(request.getClientRegistration())
				? this.codes.exchange(request).onErrorResume(OAuth2AuthorizationException.class, ToldRefusal::marked)
				: this.others.getTokenResponse(request);
	}

}
