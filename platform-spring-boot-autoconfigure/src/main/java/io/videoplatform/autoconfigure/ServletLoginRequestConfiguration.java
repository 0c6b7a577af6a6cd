package io.videoplatform.autoconfigure;

import io.videoplatform.internal.login.LoginInitiator;
import io.videoplatform.internal.login.LoginResponseFactory;
import io.videoplatform.internal.login.servlet.AuthorizationRequestFailureHandler;
import io.videoplatform.internal.login.servlet.LoginRequiredExceptionResolver;
import io.videoplatform.internal.login.servlet.PlatformAuthorizationRequestResolver;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestResolver;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * How a login begins in servlet applications: the authorization request, and the response
 * to a request that needs a login.
 */
@Configuration(proxyBeanMethods = false)
class ServletLoginRequestConfiguration {

	@Bean
	@ConditionalOnMissingBean
	OAuth2AuthorizationRequestResolver platformAuthorizationRequestResolver(Logins logins, LoginInitiator initiator,
			ClientRegistrationRepository repository) {
		return new PlatformAuthorizationRequestResolver(logins.registrations(), initiator, repository);
	}

	@Bean
	static AuthorizationRequestFilterPostProcessor platformAuthorizationRequestFilterPostProcessor(
			ObjectProvider<AuthorizationRequestFailureHandler> handler) {
		return new AuthorizationRequestFilterPostProcessor(handler);
	}

	@Bean
	AuthorizationRequestFailureHandler platformAuthorizationRequestFailureHandler(Logins logins,
			LoginResponseFactory responses) {
		return new AuthorizationRequestFailureHandler(logins.registrations(), responses);
	}

	@Bean
	Customizer<HttpSecurity> platformScriptEntryPoint(Logins logins, LoginResponseFactory responses) {
		return (http) -> http.with(new ScriptEntryPoint(logins.registrations(), responses), Customizer.withDefaults());
	}

	/**
	 * Kept apart because Spring MVC may be absent.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(HandlerExceptionResolver.class)
	static class WebMvc {

		@Bean
		LoginRequiredExceptionResolver platformLoginRequiredExceptionResolver(Logins logins,
				LoginResponseFactory responses) {
			return new LoginRequiredExceptionResolver(logins.registrations(), responses);
		}

	}

}
