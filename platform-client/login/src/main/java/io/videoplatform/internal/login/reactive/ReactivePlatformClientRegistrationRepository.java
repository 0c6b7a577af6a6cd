package io.videoplatform.internal.login.reactive;

import java.util.Iterator;

import io.videoplatform.internal.login.DelegateRegistrationRepository;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginUnavailableException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;

/**
 * The platform's registrations and the application's others, each made when it is looked
 * up. What is iterated over, for the login page, needs no provider.
 */
public final class ReactivePlatformClientRegistrationRepository
		implements ReactiveClientRegistrationRepository, Iterable<ClientRegistration> {

	private final LoginRegistrationRepository registrations;

	private final DelegateRegistrationRepository others;

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param others the application's others
	 */
	public ReactivePlatformClientRegistrationRepository(LoginRegistrationRepository registrations,
			DelegateRegistrationRepository others) {
		this.registrations = registrations;
		this.others = others;
	}

	@Override
	public Mono<ClientRegistration> findByRegistrationId(String registrationId) {
		return this.registrations.isOurs(registrationId)
				? Mono.fromFuture(() -> this.registrations.find(registrationId), true)
					.onErrorMap(LoginUnavailableException::of)
				: Mono.fromCallable(() -> this.others.find(registrationId)).subscribeOn(Schedulers.boundedElastic());
	}

	@Override
	public Iterator<ClientRegistration> iterator() {
		return this.registrations.listed(this.others);
	}

}
