package io.videoplatform.internal.login;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The registrations beside the platform's, which the application has for other providers.
 */
public interface DelegateRegistrationRepository {

	/**
	 * Return a registration. The first look-up may send a request to its provider.
	 * @param registrationId its identifier
	 * @return the registration, or {@code null} if there is none
	 */
	@Nullable ClientRegistration find(String registrationId);

	/**
	 * Return what the login page lists, without a request to any provider.
	 * @return a registration of each client, or a placeholder that names it
	 */
	List<ClientRegistration> listed();

}
