package io.videoplatform.autoconfigure;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.browser.BrowserFlow;
import io.videoplatform.internal.browser.BrowserSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.store.PlatformStore;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.web.context.reactive.ConfigurableReactiveWebEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.ConfigurableWebEnvironment;

/**
 * Warns once at start of settings that weaken security, and of an effect on Boot.
 */
final class StartWarningLogger implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private static final String SPRING = "org.springframework.";

	private static final String[] ALTERNATIVES = {
			"boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration",
			"security.oauth2.server.resource.introspection.OpaqueTokenIntrospector",
			"security.saml2.provider.service.registration.RelyingPartyRegistrationRepository" };

	private static final String[] USERS = { "security.authentication.AuthenticationManager",
			"security.authentication.AuthenticationProvider", "security.authentication.AuthenticationManagerResolver",
			"security.core.userdetails.UserDetailsService", "security.oauth2.jwt.JwtDecoder",
			"security.oauth2.client.registration.ClientRegistrationRepository",
			"security.authentication.ReactiveAuthenticationManager",
			"security.authentication.ReactiveAuthenticationManagerResolver",
			"security.core.userdetails.ReactiveUserDetailsService", "security.oauth2.jwt.ReactiveJwtDecoder",
			"security.oauth2.client.registration.ReactiveClientRegistrationRepository" };

	/**
	 * What Boot creates instead of the user in a reactive application.
	 */
	private static final String DENY_ALL = "denyAllAuthenticationManager";

	private final ListableBeanFactory beans;

	private final Environment environment;

	private final PlatformSettings settings;

	StartWarningLogger(ListableBeanFactory beans, Environment environment, PlatformSettings settings) {
		this.beans = beans;
		this.environment = environment;
		this.settings = settings;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (this.settings.all().stream().allMatch((client) -> client.credentials() == null)
				&& this.beans.getBeanProvider(BrowserSettings.class).getIfAvailable() == null) {
			warn(PlatformError.CREDENTIALS_MISSING,
					"No client has credentials, so that each call of the platform fails");
		}
		String byPassword = this.settings.all()
			.stream()
			.filter((client) -> client.credentials() != null && client.credentials().usesPassword())
			.map((client) -> "client '%s'".formatted(client.name()))
			.collect(Collectors.joining(" and "));
		if (!byPassword.isEmpty()) {
			warn(PlatformError.GRANT_TYPE,
					"Tokens of %s are obtained by the password grant, which RFC 9700 (section 2.4) advises against"
						.formatted(byPassword));
		}
		if (!this.settings.plainHttpOrigins().isEmpty()) {
			warn(PlatformError.PLAIN_HTTP,
					"Tokens and credentials travel without TLS to %s".formatted(this.settings.plainHttpOrigins()));
		}
		this.beans.getBeanProvider(BrowserSettings.class).ifAvailable(StartWarningLogger::warnOfImplicitFlow);
		this.beans.getBeanProvider(PlatformStore.class).ifAvailable(StartWarningLogger::warnOfStoredTokens);
		if (losesGeneratedUser()) {
			logger.warn(EventLog.line(PlatformError.CONFLICT,
					"Spring Boot creates no user with a generated password while an OAuth2 client is on the class path."
							+ " Set 'spring.security.user.name' and 'spring.security.user.password' if you relied on that"
							+ " user."));
		}
	}

	private static void warnOfImplicitFlow(BrowserSettings browser) {
		if (browser.flow() == BrowserFlow.IMPLICIT) {
			logger.warn(EventLog.line(PlatformError.GRANT_TYPE,
					"Browser applications obtain tokens by the implicit grant, which RFC 9700 (section 2.1.2) advises"
							+ " against. Set 'platform.browser.flow' to 'standard', the authorization code with PKCE."));
		}
	}

	private static void warnOfStoredTokens(PlatformStore store) {
		if (!store.isEncrypted()) {
			warn(PlatformError.STORE_KEYS,
					"Tokens are stored without protection: anyone who can read the store of type '%s' can use them"
						.formatted(store.type()));
		}
	}

	private static void warn(PlatformError error, String message) {
		logger.warn(EventLog.explained(error, message));
	}

	/**
	 * Boot creates its user for a web application in which none of these classes and no
	 * bean of these types is there.
	 */
	private boolean losesGeneratedUser() {
		return (this.environment instanceof ConfigurableWebEnvironment
				|| this.environment instanceof ConfigurableReactiveWebEnvironment)
				&& isPresent("boot.security.autoconfigure.UserDetailsServiceAutoConfiguration")
				&& Stream.of(ALTERNATIVES).noneMatch(this::isPresent)
				&& Stream.of(USERS).filter(this::isPresent).flatMap(this::beanNames).allMatch(DENY_ALL::equals);
	}

	private boolean isPresent(String type) {
		return ClassUtils.isPresent(SPRING + type, classLoader());
	}

	private Stream<String> beanNames(String type) {
		Class<?> beanType = ClassUtils.resolveClassName(SPRING + type, classLoader());
		return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, beanType, true, false));
	}

	private @Nullable ClassLoader classLoader() {
		return (this.beans instanceof ConfigurableBeanFactory factory) ? factory.getBeanClassLoader() : null;
	}

	/**
	 * Return the names of the classes that are looked up.
	 */
	static Stream<String> types() {
		return Stream.concat(Stream.of(ALTERNATIVES), Stream.of(USERS)).map(SPRING::concat);
	}

}
