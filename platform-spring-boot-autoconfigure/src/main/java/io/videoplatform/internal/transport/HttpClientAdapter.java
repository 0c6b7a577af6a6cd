package io.videoplatform.internal.transport;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JdkClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JettyClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.util.ClassUtils;

/**
 * A kind of HTTP client, of which Boot builds connectors for {@code WebClient} and
 * request factories for {@code RestClient}. What is set on both is one rule for each
 * kind. Each has a class of its own because most may be absent.
 */
interface HttpClientAdapter {

	/**
	 * How many bytes of headers a response may have. Defaults differ: 8 KiB, which the
	 * challenge of a rejected token may exceed, no limit, and 384 KiB of the JDK's
	 * client, which has no setting.
	 */
	int MAX_RESPONSE_HEADERS = 64 * 1024;

	/**
	 * How long a connection to one of many hosts may be idle before it is closed, and
	 * what is kept of that host.
	 */
	Duration MAX_IDLE_TIME = Duration.ofSeconds(30);

	/**
	 * Return connectors that follow no redirects, keep no cookies and lead through a
	 * proxy. Boot's settings alone are not enough: not all of them reach Apache
	 * HttpComponents, and customizers of the application come after them.
	 * @param connectors builds connectors of this kind
	 * @param proxy the proxy, if there is one
	 */
	ClientHttpConnectorBuilder<?> restrictConnectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable HttpProxy proxy);

	/**
	 * Return request factories that follow no redirects, keep no cookies and lead through
	 * a proxy.
	 * @param factories builds request factories of this kind
	 * @param proxy the proxy, if there is one
	 */
	ClientHttpRequestFactoryBuilder<?> restrictFactories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable HttpProxy proxy);

	/**
	 * Return connectors that open a connection for each request and send it once.
	 */
	default ClientHttpConnectorBuilder<?> sendOnce(ClientHttpConnectorBuilder<?> connectors) {
		return connectors;
	}

	/**
	 * Return connectors for any number of hosts: connections that are idle are closed,
	 * and nothing is kept of a host that is not called any more.
	 * @return the connectors, and what closes their connections
	 */
	default Built<ClientHttpConnectorBuilder<?>> connectorsToManyHosts(ClientHttpConnectorBuilder<?> connectors) {
		return new Built<>(connectors, null);
	}

	/**
	 * Return request factories for any number of hosts.
	 * @return the request factories, and what closes their connections
	 */
	default Built<ClientHttpRequestFactoryBuilder<?>> factoriesToManyHosts(
			ClientHttpRequestFactoryBuilder<?> factories) {
		return new Built<>(factories, null);
	}

	/**
	 * Return whether a connection is opened to an address that the filter of the settings
	 * has seen, rather than to the result of a second name resolution.
	 */
	default boolean connectsToFilteredAddress() {
		return true;
	}

	/**
	 * Build a connector.
	 * @return the connector, and what closes its connections
	 */
	default Built<ClientHttpConnector> buildConnector(ClientHttpConnectorBuilder<?> connectors,
			HttpClientSettings settings) {
		return new Built<>(connectors.build(settings), null);
	}

	/**
	 * Build a request factory.
	 * @return the request factory, and what closes its connections
	 */
	default Built<ClientHttpRequestFactory> buildFactory(ClientHttpRequestFactoryBuilder<?> factories,
			HttpClientSettings settings) {
		return new Built<>(factories.build(settings), null);
	}

	/**
	 * Return the kind of connectors or request factories.
	 * @param builder what Boot builds them with
	 */
	static HttpClientAdapter of(Object builder) {
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
		return isReactorNetty(builder) ? new ReactorNettyClientAdapter() : new CustomClientAdapter();
	}

	private static boolean isReactorNetty(Object builder) {
		return ClassUtils.isPresent("reactor.netty.http.client.HttpClient", HttpClientAdapter.class.getClassLoader())
				&& (builder instanceof ReactorClientHttpConnectorBuilder
						|| builder instanceof ReactorClientHttpRequestFactoryBuilder);
	}

	/**
	 * What was built.
	 *
	 * @param <T> the type of the client
	 * @param client the connector or request factory
	 * @param closer closes what it holds, or {@code null} if it holds nothing that only
	 * it uses
	 */
	record Built<T>(T client, @Nullable AutoCloseable closer) {

	}

}
