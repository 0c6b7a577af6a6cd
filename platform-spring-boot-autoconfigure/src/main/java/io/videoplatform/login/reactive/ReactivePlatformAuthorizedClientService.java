package io.videoplatform.login.reactive;

import io.videoplatform.login.LoginRegistrations;
import io.videoplatform.login.LoginStore;
import io.videoplatform.token.TokenKey;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.InMemoryReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;

/**
 * The engine as the store of authorized clients for work outside of a request. A name
 * stands for the user's newest living login at the platform; other registrations are kept
 * as Spring Security does.
 */
public final class ReactivePlatformAuthorizedClientService implements ReactiveOAuth2AuthorizedClientService {

	private final LoginRegistrations registrations;

	private final LoginStore logins;

	private final ReactiveOAuth2AuthorizedClientService others;

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param logins the tokens of logins
	 * @param repository all registrations
	 */
	public ReactivePlatformAuthorizedClientService(LoginRegistrations registrations, LoginStore logins,
			ReactiveClientRegistrationRepository repository) {
		this.registrations = registrations;
		this.logins = logins;
		this.others = new InMemoryReactiveOAuth2AuthorizedClientService(repository);
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T extends OAuth2AuthorizedClient> Mono<T> loadAuthorizedClient(String registrationId,
			String principalName) {
		Mono<T> other = Mono.defer(() -> this.others.loadAuthorizedClient(registrationId, principalName));
		if (this.registrations.client(registrationId) == null) {
			return other;
		}
		return this.logins.newest(registrationId, principalName)
			.flatMap((login) -> (Mono<T>) this.logins.load(registrationId, login, principalName))
			.switchIfEmpty(other);
	}

	@Override
	public Mono<Void> saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal) {
		TokenKey.User login = this.logins.login(client.getClientRegistration().getRegistrationId(), principal);
		return (login != null) ? Mono.fromRunnable(() -> this.logins.save(client, login, principal))
				: this.others.saveAuthorizedClient(client, principal);
	}

	/**
	 * Remove the client of a name. At the platform a name may stand for several logins,
	 * and none of them ends by what befalls another.
	 */
	@Override
	public Mono<Void> removeAuthorizedClient(String registrationId, String principalName) {
		return this.others.removeAuthorizedClient(registrationId, principalName);
	}

}
