package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.RefreshExchange;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.client.endpoint.ReactiveOAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.WebClientReactiveRefreshTokenTokenResponseClient;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;

/**
 * Refreshes for Spring Security's managers: at the platform by the one flight of the
 * engine, at others as Spring Security does.
 */
public final class ReactiveRefreshTokenTokenResponseClient
		implements ReactiveOAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> {

	private final LoginRegistrationRepository registrations;

	private final RefreshExchange refreshes;

	private final ReactiveOAuth2AccessTokenResponseClient<OAuth2RefreshTokenGrantRequest> others = new WebClientReactiveRefreshTokenTokenResponseClient();

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param refreshes refreshes at the platform
	 */
	public ReactiveRefreshTokenTokenResponseClient(LoginRegistrationRepository registrations,
			RefreshExchange refreshes) {
		this.registrations = registrations;
		this.refreshes = refreshes;
	}

	@Override
	public Mono<OAuth2AccessTokenResponse> getTokenResponse(OAuth2RefreshTokenGrantRequest request) {
		return this.registrations.contains(request.getClientRegistration()) ? this.refreshes.refresh(request)
				: this.others.getTokenResponse(request);
	}

}
