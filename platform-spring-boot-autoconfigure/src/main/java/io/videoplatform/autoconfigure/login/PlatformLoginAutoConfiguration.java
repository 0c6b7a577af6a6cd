package io.videoplatform.autoconfigure.login;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.internal.engine.LoginClients;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;

/**
 * Auto-configuration of logins in servlet applications, for an application with Boot's
 * OAuth2 client module and a client whose grant is {@code authorization_code}. Spring
 * Security's own filters do the login, in the application's chain or in Boot's; what is
 * published here leaves other registrations as they are.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class, before = OAuth2ClientAutoConfiguration.class,
		afterName = { "org.springframework.boot.session.data.redis.autoconfigure.SessionDataRedisAutoConfiguration",
				"org.springframework.boot.session.jdbc.autoconfigure.JdbcSessionAutoConfiguration" },
		beforeName = "org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration")
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({ EnableWebSecurity.class, SecurityFilterProperties.class, OAuth2ClientAutoConfiguration.class,
		JwtDecoderFactory.class })
@ConditionalOnBean(LoginClients.class)
@Import({ LoginConfiguration.class, ServletLoginClientConfiguration.class, ServletLoginConfiguration.class,
		ServletLogoutConfiguration.class })
public final class PlatformLoginAutoConfiguration {

	PlatformLoginAutoConfiguration() {
	}

}
