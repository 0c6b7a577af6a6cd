package io.videoplatform.internal.login.scenarios;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.session.config.annotation.web.http.EnableSpringHttpSession;
import org.springframework.session.config.annotation.web.server.EnableSpringWebSession;

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

	}

	@Configuration(proxyBeanMethods = false)
	@EnableSpringWebSession
	@Import(ReactiveChains.Own.class)
	static class Reactive {

	}

}
