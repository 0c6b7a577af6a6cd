package io.videoplatform.it.footprint.ownrepository;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.oauth2.client.CommonOAuth2Provider;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;

/**
 * A repository that the application makes itself.
 */
@Configuration(proxyBeanMethods = false)
class OwnRegistrations {

	@Bean
	ClientRegistrationRepository registrations() {
		return new InMemoryClientRegistrationRepository(CommonOAuth2Provider.GOOGLE.getBuilder("google")
			.clientId("hello")
			.clientSecret("hello-secret")
			.build());
	}

}
