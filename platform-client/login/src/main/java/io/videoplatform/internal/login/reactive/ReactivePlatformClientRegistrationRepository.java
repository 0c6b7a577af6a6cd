package io.videoplatform.internal.login.reactive;

import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;

/**
 * The platform's registrations, each made when it is looked up, and the application's
 * others. What is iterated over, for the login page, needs no provider.
 */
public final class ReactivePlatformClientRegistrationRepository
		implements ReactiveClientRegistrationRepository, Iterable<ClientRegistration> {

	private final LoginRegistrationRepository registrations;

	private final Map<String, ClientRegistration> others;

	/**
	 * Create a new instance.
	 */
	public ReactivePlatformClientRegistrationRepository(LoginRegistrationRepository registrations,
			Map<String, ClientRegistration> others) {
		this.registrations = registrations;
		this.others = others;
	}

	@Override
	public Mono<ClientRegistration> findByRegistrationId(String registrationId) {
		return (this.registrations.client(registrationId) != null)
				? this.registrations.find(registrationId).onErrorMap(LoginUnavailableException::of)
				: Mono.justOrEmpty(this.others.get(registrationId));
	}

	@Override
	public Iterator<ClientRegistration> iterator() {
		return Stream.concat(this.registrations.placeholders().stream(), this.others.values().stream()).iterator();
	}

}
