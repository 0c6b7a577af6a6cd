package io.videoplatform.login.scenarios;

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
	 * That begins logins in its own way.
	 */
	OWN_RESOLVER(ServletChains.OwnResolver.class, ReactiveChains.OwnResolver.class),

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
	OWN_STORE(ServletChains.OwnStore.class, ReactiveChains.OwnStore.class);

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
