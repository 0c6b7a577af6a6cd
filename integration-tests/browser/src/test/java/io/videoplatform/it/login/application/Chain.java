package io.videoplatform.it.login.application;

/**
 * Whose filter chain guards an application.
 */
public enum Chain {

	/**
	 * Spring Boot's: every page wants a login, and the login page is generated.
	 */
	DEFAULT,

	/**
	 * The application's own, with a public start page and a login page of its own.
	 */
	OWN

}
