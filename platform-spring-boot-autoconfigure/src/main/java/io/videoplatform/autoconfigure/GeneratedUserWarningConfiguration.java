package io.videoplatform.autoconfigure;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Warns of the user with a generated password that Boot creates no more: the conditions
 * are Boot's own but for the OAuth2 client, which this starter brings.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication
@ConditionalOnClass(name = "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration")
@ConditionalOnMissingClass({
		"org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration",
		"org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector",
		"org.springframework.security.saml2.provider.service.registration.RelyingPartyRegistrationRepository" })
@ConditionalOnMissingBean(type = { "org.springframework.security.authentication.AuthenticationManager",
		"org.springframework.security.authentication.AuthenticationProvider",
		"org.springframework.security.authentication.AuthenticationManagerResolver",
		"org.springframework.security.core.userdetails.UserDetailsService",
		"org.springframework.security.oauth2.jwt.JwtDecoder",
		"org.springframework.security.oauth2.client.registration.ClientRegistrationRepository",
		"org.springframework.security.authentication.ReactiveAuthenticationManager",
		"org.springframework.security.authentication.ReactiveAuthenticationManagerResolver",
		"org.springframework.security.core.userdetails.ReactiveUserDetailsService",
		"org.springframework.security.oauth2.jwt.ReactiveJwtDecoder",
		"org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository" })
class GeneratedUserWarningConfiguration {

	@Bean
	SmartInitializingSingleton platformGeneratedUserWarning() {
		return () -> LogFactory.getLog("io.videoplatform")
			.warn(EventLog.line(PlatformError.CONFIGURATION,
					"Spring Boot creates no user with a generated password while an OAuth2 client is on the class path."
							+ " Set 'spring.security.user.name' and 'spring.security.user.password' if you relied on that"
							+ " user."));
	}

}
