package io.videoplatform.autoconfigure.login;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.internal.engine.LoginClients;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoderFactory;

/**
 * Auto-configuration of logins in reactive applications, for an application with Boot's
 * OAuth2 client module and a client whose grant is {@code authorization_code}. Spring
 * Security's own filters do the login, in the application's chain or in Boot's; what is
 * published here leaves other registrations as they are.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class, before = ReactiveOAuth2ClientAutoConfiguration.class,
		afterName = "org.springframework.boot.session.data.redis.autoconfigure.SessionDataRedisAutoConfiguration",
		beforeName = "org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientWebSecurityAutoConfiguration")
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass({ EnableWebFluxSecurity.class, ReactiveOAuth2ClientAutoConfiguration.class,
		ReactiveJwtDecoderFactory.class })
@ConditionalOnBean(LoginClients.class)
@Import({ LoginConfiguration.class, ReactiveLoginClientConfiguration.class, ReactiveLoginConfiguration.class,
		ReactiveLogoutConfiguration.class })
public final class ReactivePlatformLoginAutoConfiguration {

	ReactivePlatformLoginAutoConfiguration() {
	}

}
