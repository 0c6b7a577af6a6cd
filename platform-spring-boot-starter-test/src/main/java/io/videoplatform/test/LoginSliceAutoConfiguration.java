package io.videoplatform.test;

import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.autoconfigure.PlatformProperties.Client;
import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.autoconfigure.httpservice.PlatformHttpServiceAutoConfiguration;
import io.videoplatform.autoconfigure.login.PlatformLoginAutoConfiguration;
import io.videoplatform.autoconfigure.login.ReactivePlatformLoginAutoConfiguration;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Auto-configuration of logins in a slice that tests controllers. Without a client at
 * which users log in there is nothing of the platform in it, as there is no
 * {@code WebClient} of Boot's.
 */
@AutoConfiguration(beforeName = {
		"org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration",
		"org.springframework.boot.security.oauth2.client.autoconfigure.servlet.OAuth2ClientWebSecurityAutoConfiguration",
		"org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration",
		"org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientWebSecurityAutoConfiguration" })
@Conditional(LoginSliceAutoConfiguration.OnLogin.class)
@ImportAutoConfiguration({ PlatformAutoConfiguration.class, PlatformLoginAutoConfiguration.class,
		ReactivePlatformLoginAutoConfiguration.class, PlatformHttpServiceAutoConfiguration.class })
final class LoginSliceAutoConfiguration {

	/**
	 * Whether users log in at a client.
	 */
	static final class OnLogin implements Condition {

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			Binder binder = Binder.get(context.getEnvironment());
			Map<String, Client> clients = binder.bind("platform.clients", Bindable.mapOf(String.class, Client.class))
				.orElseGet(Map::of);
			return Stream
				.concat(Stream.ofNullable(binder.bind("platform.grant-type", GrantType.class).orElse(null)),
						clients.values().stream().map(Client::grantType))
				.anyMatch((grant) -> grant == GrantType.AUTHORIZATION_CODE);
		}

	}

}
