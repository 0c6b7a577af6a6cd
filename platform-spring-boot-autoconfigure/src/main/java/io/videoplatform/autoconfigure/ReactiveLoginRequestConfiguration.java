package io.videoplatform.autoconfigure;

import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.reactive.LoginRequiredWebFilter;
import io.videoplatform.internal.login.reactive.ServerPlatformAuthorizationRequestResolver;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.server.ServerOAuth2AuthorizationRequestResolver;

/**
 * How a login begins in reactive applications: the authorization request, and the
 * response to a request that needs a login.
 */
@Configuration(proxyBeanMethods = false)
class ReactiveLoginRequestConfiguration {

	@Bean
	@ConditionalOnMissingBean
	ServerOAuth2AuthorizationRequestResolver platformAuthorizationRequestResolver(Logins logins,
			LoginInitiator initiator, ReactiveClientRegistrationRepository repository, LoginResponseFactory responses) {
		return new ServerPlatformAuthorizationRequestResolver(logins.registrations(), initiator, repository, responses);
	}

	@Bean
	LoginRequiredWebFilter platformLoginRequiredWebFilter(Logins logins, LoginInitiator initiator,
			LoginResponseFactory responses) {
		return new LoginRequiredWebFilter(logins.registrations(), initiator, responses,
				ReactiveLoginResponseConfiguration.SECURITY_ORDER + 1);
	}

}
