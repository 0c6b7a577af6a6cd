package io.videoplatform.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfigureBefore;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Logins in a slice that tests controllers. Without a client at which users log in there
 * is nothing of the platform in it, as there is no {@code WebClient} of Boot's.
 */
@Configuration(proxyBeanMethods = false)
@AutoConfigureBefore(name = {
		"org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration",
		"org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration",
		"org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration",
		"org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientWebSecurityAutoConfiguration" })
@Conditional(OnPlatformLoginCondition.class)
@ImportAutoConfiguration({ SliceConfiguration.class, PlatformAutoConfiguration.class,
		PlatformLoginAutoConfiguration.class, ReactivePlatformLoginAutoConfiguration.class,
		PlatformHttpServiceAutoConfiguration.class })
class LoginSliceConfiguration {

}
