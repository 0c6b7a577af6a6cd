package io.videoplatform.autoconfigure;

import io.videoplatform.internal.login.LoginSessionRegistry;
import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.login.servlet.LoginFilter;
import io.videoplatform.internal.login.servlet.LogoutListener;
import jakarta.servlet.Filter;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/**
 * Logins at a management port of its own. Spring Security's filters are there, too, but
 * no other filter and no listener of the application.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass(Filter.class)
@ConditionalOnBean(LoginFilter.class)
class ServletLoginManagementConfiguration {

	@Bean
	FilterRegistrationBean<LoginFilter> platformManagementLoginFilter(LoginFilter filter) {
		FilterRegistrationBean<LoginFilter> registration = new FilterRegistrationBean<>(filter);
		registration.setOrder(filter.getOrder());
		return registration;
	}

	/**
	 * Another one than the application's: this port is closed first, and its container
	 * destroys all sessions then.
	 */
	@Bean
	LogoutListener platformManagementLogoutListener(LoginTokenRepository tokens,
			ObjectProvider<LoginSessionRegistry> sessions) {
		return new LogoutListener(tokens, sessions.getIfAvailable());
	}

}
