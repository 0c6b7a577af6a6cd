package io.videoplatform.autoconfigure;

import java.util.List;

import io.videoplatform.registration.ClientCredentials;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Says once at start what the settings cost.
 */
final class StartWarnings implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private static final String BOOT = "org.springframework.boot.security.";

	/**
	 * What keeps Boot from making up a user, apart from the class that the starter
	 * brings.
	 */
	private static final List<String> USER_SOURCES = List.of(
			"org.springframework.security.authentication.AuthenticationManager",
			"org.springframework.security.authentication.AuthenticationProvider",
			"org.springframework.security.authentication.AuthenticationManagerResolver",
			"org.springframework.security.authentication.ReactiveAuthenticationManager",
			"org.springframework.security.core.userdetails.UserDetailsService",
			"org.springframework.security.core.userdetails.ReactiveUserDetailsService",
			"org.springframework.security.oauth2.jwt.JwtDecoder",
			"org.springframework.security.oauth2.jwt.ReactiveJwtDecoder");

	private final ListableBeanFactory beans;

	private final Environment environment;

	private final PlatformEngine.Settings settings;

	StartWarnings(ListableBeanFactory beans, Environment environment, PlatformEngine.Settings settings) {
		this.beans = beans;
		this.environment = environment;
		this.settings = settings;
	}

	@Override
	public void afterSingletonsInstantiated() {
		ClientCredentials credentials = this.settings.credentials();
		if (credentials != null && credentials.usesPassword()) {
			logger.warn("Tokens are obtained by the password grant, which RFC 9700 (section 2.4) advises against:"
					+ " prefer 'client_credentials' where the platform offers it");
		}
		if (!this.settings.plainHttpOrigins().isEmpty()) {
			logger.warn("Tokens and credentials travel without TLS to %s ('platform.plain-http-origins')"
				.formatted(this.settings.plainHttpOrigins()));
		}
		if (losesGeneratedUser()) {
			logger
				.warn("Spring Boot makes up no user with a generated password while an OAuth2 client is on the class path:"
						+ " set 'spring.security.user.name' and 'spring.security.user.password' if you relied on it");
		}
	}

	private boolean losesGeneratedUser() {
		boolean makesUpUsers = isPresent(BOOT + "autoconfigure.UserDetailsServiceAutoConfiguration")
				&& isPresent("org.springframework.security.config.annotation.web.configuration.EnableWebSecurity");
		boolean losesThemAnyway = isPresent(BOOT + "oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration");
		return makesUpUsers && !losesThemAnyway && !this.environment.containsProperty("spring.security.user.name")
				&& !this.environment.containsProperty("spring.security.user.password")
				&& USER_SOURCES.stream().noneMatch(this::hasBean);
	}

	private boolean hasBean(String type) {
		if (!isPresent(type)) {
			return false;
		}
		Class<?> beanType = ClassUtils.resolveClassName(type, classLoader());
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, beanType, true, false).length > 0;
	}

	private boolean isPresent(String type) {
		return ClassUtils.isPresent(type, classLoader());
	}

	private static @Nullable ClassLoader classLoader() {
		return BeanFactory.class.getClassLoader();
	}

}
