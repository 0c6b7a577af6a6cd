package io.videoplatform.autoconfigure;

import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Warns at start that users cannot log in at the platform because the application has a
 * repository of registrations of its own.
 */
final class ForeignRepositoryWarning implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private final LoginRegistrationRepository registrations;

	private final Object repository;

	private final Class<?> ours;

	ForeignRepositoryWarning(LoginRegistrationRepository registrations, Object repository, Class<?> ours) {
		this.registrations = registrations;
		this.repository = repository;
		this.ours = ours;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (this.ours.isInstance(this.repository)) {
			return;
		}
		for (LoginClient client : this.registrations.clients()) {
			logger
				.warn(("The application has a repository of client registrations of its own, and users cannot log in at"
						+ " client '%s': describe the other providers by 'spring.security.oauth2.client.*' instead")
					.formatted(client.credentials().name()));
		}
	}

}
