package io.videoplatform.autoconfigure;

import io.videoplatform.testing.TestPlatform;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;

/**
 * An application with Boot's HTTP clients and those of the platform, and without a web
 * server.
 */
final class ClientApplication {

	private ClientApplication() {
	}

	static ApplicationContextRunner runner() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class,
				HttpClientAutoConfiguration.class, ImperativeHttpClientAutoConfiguration.class,
				ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class,
				RestClientAutoConfiguration.class, PlatformAutoConfiguration.class));
	}

	/**
	 * Return an application with an account at a platform.
	 */
	static ApplicationContextRunner of(TestPlatform platform) {
		return runner().withPropertyValues("platform.root-url=" + platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password");
	}

}
