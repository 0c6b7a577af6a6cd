package io.videoplatform.internal.login.scenarios;

import org.springframework.boot.WebApplicationType;

/**
 * What an application is made of. Scenarios are the same for both.
 */
enum Stack {

	/**
	 * Spring MVC on Tomcat.
	 */
	SERVLET(WebApplicationType.SERVLET, "JSESSIONID"),

	/**
	 * Spring WebFlux on Reactor Netty.
	 */
	REACTIVE(WebApplicationType.REACTIVE, "SESSION");

	private final WebApplicationType type;

	private final String sessionCookie;

	Stack(WebApplicationType type, String sessionCookie) {
		this.type = type;
		this.sessionCookie = sessionCookie;
	}

	WebApplicationType type() {
		return this.type;
	}

	String sessionCookie() {
		return this.sessionCookie;
	}

}
