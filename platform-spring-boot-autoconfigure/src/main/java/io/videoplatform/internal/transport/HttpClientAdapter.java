package io.videoplatform.internal.transport;

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

/**
 * What is set on an HTTP client of the application's choice after its own customizers: no
 * redirects, no cookies, the proxy. Each kind has a class of its own because most may be
 * absent.
 */
interface HttpClientAdapter {

	/**
	 * Return connectors that follow no redirects, keep no cookies and lead through a
	 * proxy.
	 */
	ClientHttpConnectorBuilder<?> restrictConnectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable HttpProxy proxy);

	/**
	 * Return request factories that follow no redirects, keep no cookies and lead through
	 * a proxy.
	 */
	ClientHttpRequestFactoryBuilder<?> restrictFactories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable HttpProxy proxy);

	/**
	 * Return whether a connection is opened to an address that the filter of the settings
	 * has seen, rather than to the result of a second name resolution.
	 */
	default boolean connectsToFilteredAddress() {
		return true;
	}

	/**
	 * Return the kind of connectors or request factories.
	 * @param builder what Boot builds them with
	 */
	static HttpClientAdapter of(Object builder) {
		if (builder instanceof ReactorClientHttpConnectorBuilder
				|| builder instanceof ReactorClientHttpRequestFactoryBuilder) {
			return new ReactorNettyClientAdapter();
		}
		if (builder instanceof JdkClientHttpConnectorBuilder || builder instanceof JdkClientHttpRequestFactoryBuilder) {
			return new JdkClientAdapter();
		}
		if (builder instanceof HttpComponentsClientHttpConnectorBuilder
				|| builder instanceof HttpComponentsClientHttpRequestFactoryBuilder) {
			return new HttpComponentsClientAdapter();
		}
		if (builder instanceof JettyClientHttpConnectorBuilder
				|| builder instanceof JettyClientHttpRequestFactoryBuilder) {
			return new JettyClientAdapter();
		}
		return new CustomClientAdapter();
	}

}
