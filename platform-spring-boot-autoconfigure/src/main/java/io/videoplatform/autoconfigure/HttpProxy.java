package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;

import io.netty.resolver.AbstractAddressResolver;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.DefaultNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;
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
			return jdk.withProxySelector(selector());
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
			return jdk.withHttpClientCustomizer((client) -> client.proxy(selector()));
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

	/**
	 * Plain HTTP is allowed to this machine because it does not leave it.
	 */
	private ProxySelector selector() {
		return new LoopbackAwareSelector(ProxySelector.of(InetSocketAddress.createUnresolved(this.host, this.port)));
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
			return ((ReactorClientHttpConnectorBuilder) connectors)
				.withHttpClientCustomizer((client) -> set(client, proxy));
		}

		static ClientHttpRequestFactoryBuilder<?> setOnFactories(ClientHttpRequestFactoryBuilder<?> factories,
				HttpProxy proxy) {
			return ((ReactorClientHttpRequestFactoryBuilder) factories)
				.withHttpClientCustomizer((client) -> set(client, proxy));
		}

		private static HttpClient set(HttpClient client, HttpProxy proxy) {
			return client
				.proxy((spec) -> spec.type(ProxyProvider.Proxy.HTTP)
					.host(proxy.host())
					.port(proxy.port())
					.nonProxyHostsPredicate(ReactorNetty::isLoopback))
				.resolver(new LoopbackResolverGroup());
		}

		private static boolean isLoopback(SocketAddress target) {
			return target instanceof InetSocketAddress address
					&& (UrlValidator.isLoopback(address.getHostString()) || isLoopback(address.getAddress()));
		}

		private static boolean isLoopback(@Nullable InetAddress address) {
			return address != null && address.isLoopbackAddress();
		}

	}

	/**
	 * Resolves the names of this machine. All others are the proxy's to resolve.
	 */
	private static final class LoopbackResolverGroup extends AddressResolverGroup<InetSocketAddress> {

		@Override
		protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
			AddressResolver<InetSocketAddress> local = new DefaultNameResolver(executor).asAddressResolver();
			return new AbstractAddressResolver<>(executor, InetSocketAddress.class) {

				@Override
				protected boolean doIsResolved(InetSocketAddress address) {
					return !address.isUnresolved() || !UrlValidator.isLoopback(address.getHostString());
				}

				@Override
				protected void doResolve(InetSocketAddress address, Promise<InetSocketAddress> promise) {
					local.resolve(address, promise);
				}

				@Override
				protected void doResolveAll(InetSocketAddress address, Promise<List<InetSocketAddress>> promise) {
					local.resolveAll(address, promise);
				}

			};
		}

	}

	/**
	 * Kept apart because Apache HttpComponents may be absent.
	 */
	private static final class HttpComponents {

		static ClientHttpConnectorBuilder<?> setOnConnectors(ClientHttpConnectorBuilder<?> connectors,
				HttpProxy proxy) {
			return ((HttpComponentsClientHttpConnectorBuilder) connectors)
				.withHttpClientCustomizer((client) -> client.setProxySelector(proxy.selector()));
		}

		static ClientHttpRequestFactoryBuilder<?> setOnFactories(ClientHttpRequestFactoryBuilder<?> factories,
				HttpProxy proxy) {
			return ((HttpComponentsClientHttpRequestFactoryBuilder) factories)
				.withHttpClientCustomizer((client) -> client.setProxySelector(proxy.selector()));
		}

	}

	/**
	 * Kept apart because Jetty's client may be absent.
	 */
	private static final class Jetty {

		static ClientHttpConnectorBuilder<?> setOnConnectors(ClientHttpConnectorBuilder<?> connectors,
				HttpProxy proxy) {
			return ((JettyClientHttpConnectorBuilder) connectors)
				.withHttpClientCustomizer((client) -> client.getProxyConfiguration().addProxy(jetty(proxy)));
		}

		private static org.eclipse.jetty.client.HttpProxy jetty(HttpProxy proxy) {
			org.eclipse.jetty.client.HttpProxy created = new org.eclipse.jetty.client.HttpProxy(proxy.host(),
					proxy.port());
			created.getExcludedAddresses().addAll(List.of("localhost", "127.0.0.1", "[::1]"));
			return created;
		}

		static ClientHttpRequestFactoryBuilder<?> setOnFactories(ClientHttpRequestFactoryBuilder<?> factories,
				HttpProxy proxy) {
			return ((JettyClientHttpRequestFactoryBuilder) factories)
				.withHttpClientCustomizer((client) -> client.getProxyConfiguration().addProxy(jetty(proxy)));
		}

	}

	/**
	 * Selects the proxy for all hosts but this machine.
	 */
	private static final class LoopbackAwareSelector extends ProxySelector {

		private final ProxySelector proxied;

		LoopbackAwareSelector(ProxySelector proxied) {
			this.proxied = proxied;
		}

		@Override
		public List<Proxy> select(URI uri) {
			return (uri.getHost() != null && UrlValidator.isLoopback(uri.getHost())) ? List.of(Proxy.NO_PROXY)
					: this.proxied.select(uri);
		}

		@Override
		public void connectFailed(URI uri, SocketAddress address, IOException ex) {
			this.proxied.connectFailed(uri, address, ex);
		}

	}

}
