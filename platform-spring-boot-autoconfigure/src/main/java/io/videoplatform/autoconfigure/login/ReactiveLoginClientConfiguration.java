package io.videoplatform.autoconfigure.login;

import io.videoplatform.internal.engine.LoginClients;
import io.videoplatform.internal.engine.LoginFlow;
import io.videoplatform.internal.login.reactive.ReactivePlatformClientRegistrationRepository;
import io.videoplatform.internal.login.reactive.ServerPlatformAuthorizedClientRepository;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientPropertiesMapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizedClientRepository;

/**
 * Registrations of the platform's clients, and the authorized clients that hold the
 * tokens of its users, in reactive applications.
 */
@Configuration(proxyBeanMethods = false)
class ReactiveLoginClientConfiguration {

	@Bean
	@ConditionalOnMissingBean(ReactiveClientRegistrationRepository.class)
	ReactivePlatformClientRegistrationRepository platformClientRegistrationRepository(LoginClients logins,
			OAuth2ClientProperties others) {
		return new ReactivePlatformClientRegistrationRepository(logins.registrations(),
				new OAuth2ClientPropertiesMapper(others).asClientRegistrations());
	}

	@Bean
	@ConditionalOnMissingBean(ReactivePlatformClientRegistrationRepository.class)
	SmartInitializingSingleton platformForeignRepositoryWarning(LoginClients logins) {
		return () -> LoginConfiguration.warnOfForeignRepository(logins);
	}

	@Bean
	@ConditionalOnMissingBean
	ServerOAuth2AuthorizedClientRepository platformAuthorizedClientRepository(LoginFlow login,
			ReactiveOAuth2AuthorizedClientService service) {
		return new ServerPlatformAuthorizedClientRepository(login.tokens(), login.initiator(), service);
	}

}
