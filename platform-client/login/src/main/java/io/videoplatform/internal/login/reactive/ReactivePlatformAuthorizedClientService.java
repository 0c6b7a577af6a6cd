package io.videoplatform.internal.login.reactive;

import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.token.login.LoginKey;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.InMemoryReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;

/**
 * The authorized clients by registration and principal name. At the platform a name is no
 * user: another issuer, or the application itself, may have one of the same name. Nothing
 * is found or removed by it there, and a call names its user with
 * {@link io.videoplatform.login.PlatformUser}. Other registrations are kept as Spring
 * Security does.
 */
public final class ReactivePlatformAuthorizedClientService implements ReactiveOAuth2AuthorizedClientService {

	private final LoginTokenRepository tokens;

	private final ReactiveOAuth2AuthorizedClientService others;

	/**
	 * Create a new instance.
	 */
	public ReactivePlatformAuthorizedClientService(LoginTokenRepository tokens,
			ReactiveClientRegistrationRepository repository) {
		this.tokens = tokens;
		this.others = new InMemoryReactiveOAuth2AuthorizedClientService(repository);
	}

	@Override
	public <T extends OAuth2AuthorizedClient> Mono<T> loadAuthorizedClient(String registrationId,
			String principalName) {
		return this.tokens.handles(registrationId) ? Mono.empty()
				: this.others.loadAuthorizedClient(registrationId, principalName);
	}

	@Override
	public Mono<Void> saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal) {
		String registrationId = client.getClientRegistration().getRegistrationId();
		LoginKey login = this.tokens.login(registrationId, principal);
		if (login != null) {
			return Mono.defer(() -> this.tokens.save(client, login, principal, null));
		}
		return this.tokens.handles(registrationId) ? Mono.empty() : this.others.saveAuthorizedClient(client, principal);
	}

	@Override
	public Mono<Void> removeAuthorizedClient(String registrationId, String principalName) {
		return this.tokens.handles(registrationId) ? Mono.empty()
				: this.others.removeAuthorizedClient(registrationId, principalName);
	}

}
