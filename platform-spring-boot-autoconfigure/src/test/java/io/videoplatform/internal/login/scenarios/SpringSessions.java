package io.videoplatform.internal.login.scenarios;

import java.util.EnumSet;

import jakarta.servlet.DispatcherType;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.session.config.annotation.web.http.EnableSpringHttpSession;
import org.springframework.session.config.annotation.web.server.EnableSpringWebSession;
import org.springframework.session.web.http.SessionRepositoryFilter;

/**
 * Applications with sessions of Spring Session. The repository is the test's.
 */
final class SpringSessions {

	private SpringSessions() {
	}

	@Configuration(proxyBeanMethods = false)
	@EnableSpringHttpSession
	@Import(ServletChains.Own.class)
	static class Servlet {

		/**
		 * As Boot registers it.
		 */
		@Bean
		FilterRegistrationBean<SessionRepositoryFilter<?>> springSession(SessionRepositoryFilter<?> filter) {
			FilterRegistrationBean<SessionRepositoryFilter<?>> registration = new FilterRegistrationBean<>(filter);
			registration
				.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR));
			registration.setOrder(SessionRepositoryFilter.DEFAULT_ORDER);
			return registration;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableSpringWebSession
	@Import(ReactiveChains.Own.class)
	static class Reactive {

	}

}
