package io.videoplatform.login.servlet;

import java.util.Objects;

import io.videoplatform.login.CodeExchange;
import io.videoplatform.login.LoginRegistrations;

import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;

/**
 * Exchanges codes by the engine at the platform, at others as Spring Security does.
 */
public final class AuthorizationCodeTokenResponseClient
		implements OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> {

	private final LoginRegistrations registrations;

	private final CodeExchange codes;

	private final OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> others = new RestClientAuthorizationCodeTokenResponseClient();

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param codes exchanges their codes
	 */
	public AuthorizationCodeTokenResponseClient(LoginRegistrations registrations, CodeExchange codes) {
		this.registrations = registrations;
		this.codes = codes;
	}

	@Override
	public OAuth2AccessTokenResponse getTokenResponse(OAuth2AuthorizationCodeGrantRequest request) {
		return this.registrations.contains(request.getClientRegistration()) ? exchange(request)
				: this.others.getTokenResponse(request);
	}

	private OAuth2AccessTokenResponse exchange(OAuth2AuthorizationCodeGrantRequest request) {
		try {
			return Objects.requireNonNull(Waiting.on(this.codes.exchange(request)));
		}
		catch (OAuth2AuthorizationException ex) {
			throw ToldRefusal.marked(ex);
		}
	}

}
