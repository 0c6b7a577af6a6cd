package io.videoplatform.benchmarks.call;

import java.util.Arrays;
import java.util.stream.Stream;

import io.videoplatform.benchmarks.stub.StubPlatform;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * An application as a user has it, except that its calls of the API stay in memory.
 * Discovery and token requests go over loopback. It has a token of its own, and a client
 * {@code user} whose calls carry the token of a user.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
class CallApplication {

	@Bean
	WebClientCustomizer inMemory() {
		InMemoryExchange exchange = new InMemoryExchange();
		return (builder) -> builder.exchangeFunction(exchange);
	}

	@Bean
	RestClientCustomizer inMemoryRequests() {
		InMemoryRequestFactory factory = new InMemoryRequestFactory();
		return (builder) -> builder.requestFactory(factory);
	}

	static ConfigurableApplicationContext start(StubPlatform platform, String... more) {
		return start(new SpringApplication(CallApplication.class), platform, more);
	}

	static ConfigurableApplicationContext start(SpringApplication application, StubPlatform platform, String... more) {
		application.setWebApplicationType(WebApplicationType.NONE);
		Stream<String> properties = Stream.of("--platform.root-url=" + platform.rootUrl(),
				"--platform.username=benchmark", "--platform.password=benchmark",
				"--platform.clients.user.grant-type=authorization_code", "--platform.clients.user.client-id=benchmark",
				"--platform.clients.user.client-secret=benchmark", "--spring.main.banner-mode=off",
				"--logging.level.root=error");
		return application.run(Stream.concat(properties, Arrays.stream(more)).toArray(String[]::new));
	}

}
