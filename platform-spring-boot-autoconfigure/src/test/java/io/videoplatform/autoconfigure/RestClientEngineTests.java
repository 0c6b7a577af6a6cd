package io.videoplatform.autoconfigure;

import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The engine of an application's own {@code RestClient}, as the README describes it.
 */
class RestClientEngineTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ImperativeHttpClientAutoConfiguration.class));

	@Test
	void detectWhenReactorNettyIsThereThenIsTheEngine() {
		this.runner.withClassLoader(new FilteredClassLoader("org.apache.hc", "org.eclipse.jetty"))
			.run((context) -> assertThat(context.getBean(ClientHttpRequestFactoryBuilder.class))
				.isInstanceOf(ReactorClientHttpRequestFactoryBuilder.class));
	}

	@Test
	void detectWhenAnotherIsChosenThenThatIs() {
		this.runner.withPropertyValues("spring.http.clients.imperative.factory=jdk")
			.run((context) -> assertThat(context.getBean(ClientHttpRequestFactoryBuilder.class))
				.isInstanceOf(JdkClientHttpRequestFactoryBuilder.class));
	}

}
