package io.videoplatform.benchmarks.load;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Event loops and connections of an application's own: those that a JVM shares end with
 * the first application that is closed.
 */
@Configuration(proxyBeanMethods = false)
class OwnNettyResources {

	@Bean
	ReactorResourceFactory reactorResourceFactory() {
		ReactorResourceFactory factory = new ReactorResourceFactory();
		factory.setUseGlobalResources(false);
		return factory;
	}

}
