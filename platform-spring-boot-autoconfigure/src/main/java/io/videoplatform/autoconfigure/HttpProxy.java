package io.videoplatform.autoconfigure;

import java.net.InetSocketAddress;
import java.net.ProxySelector;

import io.netty.resolver.NoopAddressResolverGroup;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.http.PrintableUrl;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;
import reactor.netty.transport.ProxyProvider;

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
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * An HTTP proxy that all connections lead through. Boot's settings know none, so that it
 * is set on each engine in the engine's own way.
 *
 * @param host its host
 * @param port its port
 */
record HttpProxy(String host, int port) {

	private static final String HOST = "platform.proxy.host";

	private static final String PORT = "platform.proxy.port";

	private static final int HIGHEST_PORT = 65_535;

	private static final boolean REACTOR_NETTY = ClassUtils.isPresent("reactor.netty.http.client.HttpClient",
			HttpProxy.class.getClassLoader());

	/**
	 * Return the proxy that properties describe.
	 * @return the proxy, or {@code null} if they describe none
	 * @throws PlatformConfigurationException if host or port is missing
	 */
	static @Nullable HttpProxy of(PlatformProperties.Proxy properties) {
		Integer port = properties.port();
		if (!StringUtils.hasText(properties.host())) {
			if (port != null) {
				throw new PlatformConfigurationException(HOST, null, "is not set, but needed by '%s'".formatted(PORT),
						"Set it to the proxy's host, or remove '%s'.".formatted(PORT));
			}
			return null;
		}
		String host = properties.host().trim();
		if (host.indexOf('/') >= 0 || host.indexOf('@') >= 0) {
			throw new PlatformConfigurationException(HOST, PrintableUrl.masked(host), "is no host name",
					"Write the host alone, such as 'proxy.example.com'.");
		}
		if (port == null || port < 1 || port > HIGHEST_PORT) {
			throw new PlatformConfigurationException(PORT, (port != null) ? port.toString() : null,
					(port != null) ? "is no port" : "is not set, but needed by '%s'".formatted(HOST),
					"Set it to the proxy's port, such as '3128'.");
		}
		return new HttpProxy(host, port);
	}

	/**
	 * Return connectors whose connections lead through the proxy.
	 * @throws PlatformConfigurationException if the engine is an unknown one
	 */
	ClientHttpConnectorBuilder<?> setOnConnectors(ClientHttpConnectorBuilder<?> connectors) {
		if (connectors instanceof JdkClientHttpConnectorBuilder jdk) {
			return jdk.withProxySelector(ProxySelector.of(InetSocketAddress.createUnresolved(this.host, this.port)));
		}
		if (connectors instanceof HttpComponentsClientHttpConnectorBuilder) {
			return HttpComponents.setOnConnectors(connectors, this);
		}
		if (connectors instanceof JettyClientHttpConnectorBuilder) {
			return Jetty.setOnConnectors(connectors, this);
		}
		if (REACTOR_NETTY && connectors instanceof ReactorClientHttpConnectorBuilder) {
			return ReactorNetty.setOnConnectors(connectors, this);
		}
		throw unknown(connectors);
	}

	/**
	 * Return request factories whose connections lead through the proxy.
	 * @throws PlatformConfigurationException if the engine is an unknown one
	 */
	ClientHttpRequestFactoryBuilder<?> setOnFactories(ClientHttpRequestFactoryBuilder<?> factories) {
		if (factories instanceof JdkClientHttpRequestFactoryBuilder jdk) {
			return jdk.withHttpClientCustomizer((client) -> client
				.proxy(ProxySelector.of(InetSocketAddress.createUnresolved(this.host, this.port))));
		}
		if (factories instanceof HttpComponentsClientHttpRequestFactoryBuilder) {
			return HttpComponents.setOnFactories(factories, this);
		}
		if (factories instanceof JettyClientHttpRequestFactoryBuilder) {
			return Jetty.setOnFactories(factories, this);
		}
		if (REACTOR_NETTY && factories instanceof ReactorClientHttpRequestFactoryBuilder) {
			return ReactorNetty.setOnFactories(factories, this);
		}
		throw unknown(factories);
	}

	private PlatformConfigurationException unknown(Object engine) {
		return new PlatformConfigurationException(HOST, this.host,
				"cannot be applied to the application's own '%s'".formatted(engine.getClass().getSimpleName()),
				"Set the proxy in that bean, and remove '%s' and '%s'.".formatted(HOST, PORT));
	}

	/**
	 * Kept apart because Reactor Netty may be absent.
	 */
	private static final class ReactorNetty {

		static ClientHttpConnectorBuilder<?> setOnConnectors(ClientHttpConnectorBuilder<?> connectors,
				HttpProxy proxy) {
			return ((ReactorClientHttpConnectorBuilder) connectors).withHttpClientCustomizer((client) -> client
				.proxy((spec) -> spec.type(ProxyProvider.Proxy.HTTP).host(proxy.host()).port(proxy.port()))
				// The proxy resolves names, as with system properties
				.resolver(NoopAddressResolverGroup.INSTANCE));
		}

		static ClientHttpRequestFactoryBuilder<?> setOnFactories(ClientHttpRequestFactoryBuilder<?> factories,
				HttpProxy proxy) {
			return ((ReactorClientHttpRequestFactoryBuilder) factories).withHttpClientCustomizer((client) -> client
				.proxy((spec) -> spec.type(ProxyProvider.Proxy.HTTP).host(proxy.host()).port(proxy.port())));
		}

	}

	/**
	 * Kept apart because Apache HttpComponents may be absent.
	 */
	private static final class HttpComponents {

		static ClientHttpConnectorBuilder<?> setOnConnectors(ClientHttpConnectorBuilder<?> connectors,
				HttpProxy proxy) {
			return ((HttpComponentsClientHttpConnectorBuilder) connectors)
				.withHttpClientCustomizer((client) -> client.setProxy(new HttpHost(proxy.host(), proxy.port())));
		}

		static ClientHttpRequestFactoryBuilder<?> setOnFactories(ClientHttpRequestFactoryBuilder<?> factories,
				HttpProxy proxy) {
			return ((HttpComponentsClientHttpRequestFactoryBuilder) factories)
				.withHttpClientCustomizer((client) -> client.setProxy(new HttpHost(proxy.host(), proxy.port())));
		}

	}

	/**
	 * Kept apart because Jetty's client may be absent.
	 */
	private static final class Jetty {

		static ClientHttpConnectorBuilder<?> setOnConnectors(ClientHttpConnectorBuilder<?> connectors,
				HttpProxy proxy) {
			return ((JettyClientHttpConnectorBuilder) connectors)
				.withHttpClientCustomizer((client) -> client.getProxyConfiguration()
					.addProxy(new org.eclipse.jetty.client.HttpProxy(proxy.host(), proxy.port())));
		}

		static ClientHttpRequestFactoryBuilder<?> setOnFactories(ClientHttpRequestFactoryBuilder<?> factories,
				HttpProxy proxy) {
			return ((JettyClientHttpRequestFactoryBuilder) factories)
				.withHttpClientCustomizer((client) -> client.getProxyConfiguration()
					.addProxy(new org.eclipse.jetty.client.HttpProxy(proxy.host(), proxy.port())));
		}

	}

}
