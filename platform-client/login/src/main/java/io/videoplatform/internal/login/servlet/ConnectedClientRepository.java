package io.videoplatform.internal.login.servlet;

import io.videoplatform.internal.login.ConnectedAccount;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.web.HttpSessionOAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;

/**
 * The accounts that the user of a session has connected without a login. Those of a user
 * who was logged in in the session before are not found.
 */
final class ConnectedClientRepository implements OAuth2AuthorizedClientRepository {

	private final OAuth2AuthorizedClientRepository session = new HttpSessionOAuth2AuthorizedClientRepository();

	@Override
	@SuppressWarnings("unchecked")
	public <T extends OAuth2AuthorizedClient> @Nullable T loadAuthorizedClient(String registrationId,
			Authentication principal, HttpServletRequest request) {
		OAuth2AuthorizedClient kept = this.session.loadAuthorizedClient(registrationId, principal, request);
		return (T) ConnectedAccount.of(kept, principal);
	}

	@Override
	public void saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal,
			HttpServletRequest request, HttpServletResponse response) {
		this.session.saveAuthorizedClient(ConnectedAccount.kept(client, principal), principal, request, response);
	}

	@Override
	public void removeAuthorizedClient(String registrationId, Authentication principal, HttpServletRequest request,
			HttpServletResponse response) {
		if (loadAuthorizedClient(registrationId, principal, request) != null) {
			this.session.removeAuthorizedClient(registrationId, principal, request, response);
		}
	}

}
