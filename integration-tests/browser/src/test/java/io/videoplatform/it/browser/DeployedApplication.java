package io.videoplatform.it.browser;

import java.util.List;

import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * An application as it is deployed.
 */
interface DeployedApplication {

	/**
	 * Registers its clients at the provider.
	 */
	void register(Deployment deployment);

	/**
	 * Returns what the application is made of.
	 */
	SpringApplicationBuilder builder(Deployment deployment);

	/**
	 * Returns its properties, besides those that every application needs there.
	 */
	List<String> properties(Deployment deployment);

}
