package io.videoplatform.internal.login.scenarios;

import java.time.Duration;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Event loops and connections of each application alone, so that one which closes leaves
 * the others theirs.
 */
@Configuration(proxyBeanMethods = false)
class NettyResources {

	@Bean
	ReactorResourceFactory reactorResourceFactory() {
		ReactorResourceFactory factory = new ReactorResourceFactory();
		factory.setUseGlobalResources(false);
		factory.setShutdownQuietPeriod(Duration.ZERO);
		return factory;
	}

}
