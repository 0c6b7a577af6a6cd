package io.videoplatform.internal.login.scenarios;

/**
 * The applications of the scenarios, each on both stacks.
 */
enum Application {

	/**
	 * With Boot's filter chain.
	 */
	BOOT_CHAIN(ServletPages.class, ReactivePages.class),

	/**
	 * With a filter chain of its own, and some pages for everybody.
	 */
	OWN_CHAIN(ServletChains.Own.class, ReactiveChains.Own.class),

	/**
	 * With a login page of its own.
	 */
	OWN_LOGIN_PAGE(ServletChains.OwnLoginPage.class, ReactiveChains.OwnLoginPage.class),

	/**
	 * That begins logins and keeps their requests in its own way, and accepts any method.
	 */
	OWN_REQUESTS(ServletChains.OwnRequests.class, ReactiveChains.OwnRequests.class),

	/**
	 * Without protection against forged requests, which accepts any method.
	 */
	ANY_METHOD(ServletChains.AnyMethod.class, ReactiveChains.AnyMethod.class),

	/**
	 * With HTTP Basic authentication beside the login.
	 */
	OWN_BASIC(ServletChains.OwnBasic.class, ReactiveChains.OwnBasic.class),

	/**
	 * With a login by a form beside the login.
	 */
	FORM_LOGIN(ServletChains.FormLogin.class, ReactiveChains.FormLogin.class),

	/**
	 * That goes on somewhere else after a logout.
	 */
	OWN_LOGOUT(ServletChains.OwnLogout.class, ReactiveChains.OwnLogout.class),

	/**
	 * With registrations of its own.
	 */
	OWN_REPOSITORY(ServletChains.OwnRepository.class, ReactiveChains.OwnRepository.class),

	/**
	 * With a store of its own for authorized clients.
	 */
	OWN_STORE(ServletChains.OwnStore.class, ReactiveChains.OwnStore.class),

	/**
	 * That saves another authentication in the session when a user has logged in.
	 */
	OTHER_AUTHENTICATION(OtherAuthenticationTests.Servlet.class, OtherAuthenticationTests.Reactive.class),

	/**
	 * That records on which threads its code runs.
	 */
	RECORDED_THREADS(ServletPages.class, CallbackThreadTests.Recording.class),

	/**
	 * With the sessions of Spring Session.
	 */
	SPRING_SESSION(SpringSessions.Servlet.class, SpringSessions.Reactive.class);

	private final Class<?> servlet;

	private final Class<?> reactive;

	Application(Class<?> servlet, Class<?> reactive) {
		this.servlet = servlet;
		this.reactive = reactive;
	}

	Class<?> on(Stack stack) {
		return (stack == Stack.SERVLET) ? this.servlet : this.reactive;
	}

}
