package io.videoplatform.internal.login.servlet;

import java.util.Objects;

import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.RefreshExchange;

import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientRefreshTokenTokenResponseClient;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;

/**
 * Refreshes by the engine at the platform, in the one flight that all share; at others as
 * Spring Security does.
 */
public final class RefreshTokenTokenResponseClient
		implements OAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> {

	private final LoginRegistrationRepository registrations;

	private final RefreshExchange refreshes;

	private final OAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> others = new RestClientRefreshTokenTokenResponseClient();

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param refreshes refreshes their tokens
	 */
	public RefreshTokenTokenResponseClient(LoginRegistrationRepository registrations, RefreshExchange refreshes) {
		this.registrations = registrations;
		this.refreshes = refreshes;
	}

	@Override
	public OAuth2AccessTokenResponse getTokenResponse(OAuth2RefreshTokenGrantRequest request) {
		return this.registrations.contains(request.getClientRegistration())
				? Objects.requireNonNull(Waiting.on(this.refreshes.refresh(request)))
				: this.others.getTokenResponse(request);
	}

}
