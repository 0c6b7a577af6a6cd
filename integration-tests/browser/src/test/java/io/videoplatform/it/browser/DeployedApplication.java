package io.videoplatform.it.browser;

import java.util.List;

import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * An application as it is deployed.
 */
interface DeployedApplication {

	/**
	 * Registers its clients at the provider.
	 * @param deployment what knows where everything is
	 */
	void register(Deployment deployment);

	/**
	 * Returns what the application is made of.
	 * @param deployment what knows where everything is
	 * @return what starts it
	 */
	SpringApplicationBuilder builder(Deployment deployment);

	/**
	 * Returns its properties, besides those that every application needs there.
	 * @param deployment what knows where everything is
	 * @return the properties, as {@code name=value}
	 */
	List<String> properties(Deployment deployment);

}
