package io.videoplatform.autoconfigure.login;

import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.engine.LoginFlow;
import io.videoplatform.internal.login.servlet.PlatformAuthorizedClientRepository;
import io.videoplatform.internal.login.servlet.PlatformClientRegistrationRepository;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientPropertiesMapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;

/**
 * Registrations of the platform's clients, and the authorized clients that hold the
 * tokens of its users, in servlet applications.
 */
@Configuration(proxyBeanMethods = false)
class ServletLoginClientConfiguration {

	@Bean
	@ConditionalOnMissingBean(ClientRegistrationRepository.class)
	PlatformClientRegistrationRepository platformClientRegistrationRepository(LoginClients logins,
			OAuth2ClientProperties others) {
		return new PlatformClientRegistrationRepository(logins.registrations(),
				new OAuth2ClientPropertiesMapper(others).asClientRegistrations());
	}

	@Bean
	@ConditionalOnMissingBean(PlatformClientRegistrationRepository.class)
	SmartInitializingSingleton platformForeignRepositoryWarning(LoginClients logins) {
		return () -> LoginConfiguration.warnOfForeignRepository(logins);
	}

	@Bean
	@ConditionalOnMissingBean
	OAuth2AuthorizedClientRepository platformAuthorizedClientRepository(LoginFlow login,
			OAuth2AuthorizedClientService service) {
		return new PlatformAuthorizedClientRepository(login.tokens(), login.initiator(), service);
	}

}
