package io.videoplatform.internal.transport;

import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JdkClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JettyClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * What is set on an HTTP client of the application's choice after its own customizers: no
 * redirects, no cookies, the proxy. What names types of an engine is in a class of its
 * own, because most may be absent. All that can be said to a client that only the
 * application knows are Boot's settings, and it is the application's to close.
 */
final class HttpClientRestrictions {

	private HttpClientRestrictions() {
	}

	static ClientHttpConnectorBuilder<?> connectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable HttpProxy proxy) {
		if (connectors instanceof ReactorClientHttpConnectorBuilder reactor) {
			return reactor.withHttpClientCustomizer(ReactorNettyRestriction.of(proxy));
		}
		if (connectors instanceof JdkClientHttpConnectorBuilder jdk) {
			return jdk.withHttpClientCustomizer(ofJdk(proxy));
		}
		if (connectors instanceof HttpComponentsClientHttpConnectorBuilder components) {
			return components.withHttpClientCustomizer(HttpComponentsRestriction.ofAsync(proxy));
		}
		if (connectors instanceof JettyClientHttpConnectorBuilder jetty) {
			return jetty.withHttpClientCustomizer(JettyRestriction.of(proxy));
		}
		if (proxy != null) {
			throw proxy.inapplicable(connectors);
		}
		return connectors;
	}

	/**
	 * Reactor Netty's bodies are written by threads as the JDK's request factory has
	 * them, not by the few that Reactor shares with the application.
	 */
	static ClientHttpRequestFactoryBuilder<?> factories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable HttpProxy proxy) {
		if (factories instanceof ReactorClientHttpRequestFactoryBuilder reactor) {
			return reactor.withHttpClientCustomizer(ReactorNettyRestriction.of(proxy))
				.withCustomizer((factory) -> factory.setExecutor(new SimpleAsyncTaskExecutor("platform-request-")));
		}
		if (factories instanceof JdkClientHttpRequestFactoryBuilder jdk) {
			return jdk.withHttpClientCustomizer(ofJdk(proxy));
		}
		if (factories instanceof HttpComponentsClientHttpRequestFactoryBuilder components) {
			return components.withHttpClientCustomizer(HttpComponentsRestriction.of(proxy));
		}
		if (factories instanceof JettyClientHttpRequestFactoryBuilder jetty) {
			return jetty.withHttpClientCustomizer(JettyRestriction.of(proxy));
		}
		if (proxy != null) {
			throw proxy.inapplicable(factories);
		}
		return factories;
	}

	private static Consumer<HttpClient.Builder> ofJdk(@Nullable HttpProxy proxy) {
		return (client) -> {
			client.cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_NONE)).followRedirects(Redirect.NEVER);
			if (proxy != null) {
				client.proxy(proxy.selector());
			}
		};
	}

	/**
	 * Return whether a connection is opened to an address that the filter of the settings
	 * has seen, rather than to the result of a second name resolution, as by the JDK.
	 */
	static boolean connectToFilteredAddress(Object builder) {
		return builder instanceof ReactorClientHttpConnectorBuilder
				|| builder instanceof ReactorClientHttpRequestFactoryBuilder
				|| builder instanceof HttpComponentsClientHttpConnectorBuilder
				|| builder instanceof HttpComponentsClientHttpRequestFactoryBuilder
				|| builder instanceof JettyClientHttpConnectorBuilder
				|| builder instanceof JettyClientHttpRequestFactoryBuilder;
	}

}
