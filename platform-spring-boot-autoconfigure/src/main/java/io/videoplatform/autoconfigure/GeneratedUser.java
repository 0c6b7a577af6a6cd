package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.web.context.reactive.ConfigurableReactiveWebEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.ConfigurableWebEnvironment;

/**
 * The user with a generated password that Boot creates for a web application without
 * users of its own, unless certain classes are present. The starter brings one of them.
 */
final class GeneratedUser {

	private static final String BOOT = "org.springframework.boot.security.";

	private static final String SECURITY = "org.springframework.security.";

	/**
	 * Classes in whose presence Boot creates no user and that do not come with the
	 * starter: an application that has one of them never had the user.
	 */
	private static final List<String> ALTERNATIVES = List.of(
			BOOT + "oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration",
			SECURITY + "oauth2.server.resource.introspection.OpaqueTokenIntrospector",
			SECURITY + "saml2.provider.service.registration.RelyingPartyRegistrationRepository");

	private static final String SERVLET = BOOT + "autoconfigure.UserDetailsServiceAutoConfiguration";

	/**
	 * Types of beans in whose presence Boot creates no user in a servlet application.
	 */
	private static final List<String> SERVLET_USERS = List.of(SECURITY + "authentication.AuthenticationManager",
			SECURITY + "authentication.AuthenticationProvider",
			SECURITY + "authentication.AuthenticationManagerResolver", SECURITY + "core.userdetails.UserDetailsService",
			SECURITY + "oauth2.jwt.JwtDecoder", SECURITY + "oauth2.client.registration.ClientRegistrationRepository");

	private static final String REACTIVE = BOOT + "autoconfigure.ReactiveUserDetailsServiceAutoConfiguration";

	/**
	 * The same in a reactive application.
	 */
	private static final List<String> REACTIVE_USERS = List.of(
			SECURITY + "authentication.ReactiveAuthenticationManager",
			SECURITY + "authentication.ReactiveAuthenticationManagerResolver",
			SECURITY + "core.userdetails.ReactiveUserDetailsService", SECURITY + "oauth2.jwt.ReactiveJwtDecoder",
			SECURITY + "oauth2.client.registration.ReactiveClientRegistrationRepository");

	/**
	 * What Boot creates instead of the user in a reactive application.
	 */
	private static final String DENY_ALL = "denyAllAuthenticationManager";

	private final ListableBeanFactory beans;

	private final Environment environment;

	GeneratedUser(ListableBeanFactory beans, Environment environment) {
		this.beans = beans;
		this.environment = environment;
	}

	/**
	 * Return the names of the classes that are looked up.
	 */
	static Stream<String> types() {
		return Stream.of(ALTERNATIVES, SERVLET_USERS, REACTIVE_USERS, List.of(SERVLET, REACTIVE)).flatMap(List::stream);
	}

	/**
	 * Return whether the application would have this user without the starter.
	 */
	boolean isLost() {
		if (this.environment instanceof ConfigurableReactiveWebEnvironment) {
			return isLost(REACTIVE, REACTIVE_USERS);
		}
		return this.environment instanceof ConfigurableWebEnvironment && isLost(SERVLET, SERVLET_USERS);
	}

	private boolean isLost(String configuration, List<String> users) {
		return isPresent(configuration) && !isNamed() && ALTERNATIVES.stream().noneMatch(this::isPresent)
				&& hasNone(users);
	}

	private boolean isNamed() {
		return this.environment.containsProperty("spring.security.user.name")
				|| this.environment.containsProperty("spring.security.user.password");
	}

	private boolean hasNone(List<String> types) {
		return types.stream().filter(this::isPresent).flatMap(this::beanNames).allMatch(DENY_ALL::equals);
	}

	private Stream<String> beanNames(String type) {
		Class<?> beanType = ClassUtils.resolveClassName(type, classLoader());
		return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, beanType, true, false));
	}

	private @Nullable ClassLoader classLoader() {
		return (this.beans instanceof ConfigurableBeanFactory factory) ? factory.getBeanClassLoader() : null;
	}

	private boolean isPresent(String type) {
		return ClassUtils.isPresent(type, classLoader());
	}

}
