package io.videoplatform.login.servlet;

import io.videoplatform.login.LoginRegistrations;
import io.videoplatform.login.LoginStore;
import io.videoplatform.token.TokenKey;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/**
 * The engine as the store of authorized clients for work outside of a request. A name
 * stands for the user's newest living login at the platform; other registrations are kept
 * as Spring Security does.
 */
public final class PlatformAuthorizedClientService implements OAuth2AuthorizedClientService {

	private final LoginRegistrations registrations;

	private final LoginStore logins;

	private final OAuth2AuthorizedClientService others;

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param logins the tokens of logins
	 * @param repository all registrations
	 */
	public PlatformAuthorizedClientService(LoginRegistrations registrations, LoginStore logins,
			ClientRegistrationRepository repository) {
		this.registrations = registrations;
		this.logins = logins;
		this.others = new InMemoryOAuth2AuthorizedClientService(repository);
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T extends OAuth2AuthorizedClient> @Nullable T loadAuthorizedClient(String registrationId,
			String principalName) {
		if (this.registrations.client(registrationId) == null) {
			return this.others.loadAuthorizedClient(registrationId, principalName);
		}
		OAuth2AuthorizedClient found = Waiting.on(this.logins.newest(registrationId, principalName)
			.flatMap((login) -> this.logins.load(registrationId, login, principalName)));
		return (found != null) ? (T) found : this.others.loadAuthorizedClient(registrationId, principalName);
	}

	@Override
	public void saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal) {
		TokenKey.User login = this.logins.login(client.getClientRegistration().getRegistrationId(), principal);
		if (login != null) {
			this.logins.save(client, login, principal);
		}
		else {
			this.others.saveAuthorizedClient(client, principal);
		}
	}

	/**
	 * Remove the client of a name. At the platform a name may stand for several logins,
	 * and none of them ends by what befalls another.
	 */
	@Override
	public void removeAuthorizedClient(String registrationId, String principalName) {
		this.others.removeAuthorizedClient(registrationId, principalName);
	}

}
