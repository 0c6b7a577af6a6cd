package io.videoplatform.internal.login.servlet;

import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.token.login.LoginKey;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/**
 * The authorized clients by registration and principal name. At the platform a name is no
 * user: another issuer, or the application itself, may have one of the same name. Nothing
 * is found or removed by it there, and a call names its user with
 * {@link io.videoplatform.login.PlatformUser}. Other registrations are kept as Spring
 * Security does.
 */
public final class PlatformAuthorizedClientService implements OAuth2AuthorizedClientService {

	private final LoginTokenRepository tokens;

	private final OAuth2AuthorizedClientService others;

	/**
	 * Create a new instance.
	 */
	public PlatformAuthorizedClientService(LoginTokenRepository tokens, ClientRegistrationRepository repository) {
		this.tokens = tokens;
		this.others = new InMemoryOAuth2AuthorizedClientService(repository);
	}

	@Override
	public <T extends OAuth2AuthorizedClient> @Nullable T loadAuthorizedClient(String registrationId,
			String principalName) {
		return this.tokens.handles(registrationId) ? null
				: this.others.loadAuthorizedClient(registrationId, principalName);
	}

	@Override
	public void saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal) {
		String registrationId = client.getClientRegistration().getRegistrationId();
		LoginKey login = this.tokens.login(registrationId, principal);
		if (login != null) {
			ServletLoginAdapter.WAIT.on(this.tokens.save(client, login, principal, null));
		}
		else if (!this.tokens.handles(registrationId)) {
			this.others.saveAuthorizedClient(client, principal);
		}
	}

	@Override
	public void removeAuthorizedClient(String registrationId, String principalName) {
		if (!this.tokens.handles(registrationId)) {
			this.others.removeAuthorizedClient(registrationId, principalName);
		}
	}

}
