package io.videoplatform.internal.login.servlet;

import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.internal.login.LoginRegistrationRepository;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/**
 * The platform's registrations, each made when it is looked up, and the application's
 * others. What is iterated over, for the login page, needs no provider.
 */
public final class PlatformClientRegistrationRepository
		implements ClientRegistrationRepository, Iterable<ClientRegistration> {

	private final LoginRegistrationRepository registrations;

	private final Map<String, ClientRegistration> others;

	/**
	 * Create a new instance.
	 */
	public PlatformClientRegistrationRepository(LoginRegistrationRepository registrations,
			Map<String, ClientRegistration> others) {
		this.registrations = registrations;
		this.others = others;
	}

	@Override
	public @Nullable ClientRegistration findByRegistrationId(String registrationId) {
		return (this.registrations.client(registrationId) != null)
				? ServletLoginAdapter.WAIT.on(this.registrations.find(registrationId))
				: this.others.get(registrationId);
	}

	@Override
	public Iterator<ClientRegistration> iterator() {
		return Stream.concat(this.registrations.placeholders().stream(), this.others.values().stream()).iterator();
	}

}
