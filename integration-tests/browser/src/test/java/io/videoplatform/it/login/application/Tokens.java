package io.videoplatform.it.login.application;

import java.util.Objects;

import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;

/**
 * What is held for a user. No application should show it; this one does, for its tests
 * try at Keycloak what is left of it.
 */
record Tokens(String accessToken, String refreshToken) {

	static Tokens of(OAuth2AuthorizedClient client) {
		return new Tokens(client.getAccessToken().getTokenValue(),
				Objects.requireNonNull(client.getRefreshToken()).getTokenValue());
	}

	@Override
	public String toString() {
		return "Tokens[...]";
	}

}
