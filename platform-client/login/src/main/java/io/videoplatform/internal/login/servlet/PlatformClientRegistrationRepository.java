package io.videoplatform.internal.login.servlet;

import java.util.Iterator;

import io.videoplatform.internal.login.DelegateRegistrationRepository;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/**
 * The platform's registrations and the application's others, each made when it is looked
 * up. What is iterated over, for the login page, needs no provider.
 */
public final class PlatformClientRegistrationRepository
		implements ClientRegistrationRepository, Iterable<ClientRegistration> {

	private final LoginRegistrationRepository registrations;

	private final DelegateRegistrationRepository others;

	/**
	 * Create a new instance.
	 * @param registrations the platform's registrations
	 * @param others the application's others
	 */
	public PlatformClientRegistrationRepository(LoginRegistrationRepository registrations,
			DelegateRegistrationRepository others) {
		this.registrations = registrations;
		this.others = others;
	}

	@Override
	public @Nullable ClientRegistration findByRegistrationId(String registrationId) {
		return this.registrations.isOurs(registrationId)
				? ServletLoginAdapter.WAIT.on(this.registrations.find(registrationId))
				: this.others.find(registrationId);
	}

	@Override
	public Iterator<ClientRegistration> iterator() {
		return this.registrations.listed(this.others);
	}

}
