package io.videoplatform.benchmarks.call;

import io.videoplatform.benchmarks.stub.StubPlatform;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * An application as a user has it, except that its calls of the API stay in memory.
 * Discovery and token requests go over loopback. It has a token of its own, and a client
 * {@code user} whose calls carry the token of a user.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class CallApplication {

	@Bean
	WebClientCustomizer inMemory() {
		InMemoryExchange exchange = new InMemoryExchange();
		return (builder) -> builder.exchangeFunction(exchange);
	}

	static ConfigurableApplicationContext start(StubPlatform platform) {
		SpringApplication application = new SpringApplication(CallApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		return application.run("--platform.root-url=" + platform.rootUrl(), "--platform.username=benchmark",
				"--platform.password=benchmark", "--platform.clients.user.grant-type=authorization_code",
				"--platform.clients.user.client-id=benchmark", "--platform.clients.user.client-secret=benchmark",
				"--spring.main.banner-mode=off", "--logging.level.root=error");
	}

}
