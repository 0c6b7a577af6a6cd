package io.videoplatform.internal.transport;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

import io.netty.resolver.AbstractAddressResolver;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.DefaultNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.transport.ProxyProvider;

import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;

/**
 * What is set on Reactor Netty, which discovery and token requests run on. It keeps no
 * cookies; its threads, and its connections but those to any number of hosts, belong to
 * Boot or to the JVM, which close them.
 */
final class ReactorNettyRestriction {

	/**
	 * How long a connection to one of many hosts may be idle before it is closed, and
	 * what is kept of that host.
	 */
	private static final Duration MAX_IDLE_TIME = Duration.ofSeconds(30);

	private ReactorNettyRestriction() {
	}

	static UnaryOperator<HttpClient> of(@Nullable HttpProxy proxy) {
		return (client) -> restrict(client, proxy);
	}

	private static HttpClient restrict(HttpClient client, @Nullable HttpProxy proxy) {
		HttpClient restricted = client.followRedirect(false)
			.doOnRequest((request, connection) -> InformationalResponseHandler.addTo(connection.channel()));
		return (proxy != null) ? restricted
			.proxy((spec) -> spec.type(ProxyProvider.Proxy.HTTP)
				.host(proxy.host())
				.port(proxy.port())
				.nonProxyHostsPredicate((target) -> isDirect(target, proxy)))
			.resolver(new DirectResolverGroup(proxy)) : restricted;
	}

	private static boolean isDirect(SocketAddress target, HttpProxy proxy) {
		return target instanceof InetSocketAddress address
				&& proxy.isDirect(address.getHostString(), address.getPort());
	}

	/**
	 * Return connectors that open a connection for each request and send it once. HTTP/2
	 * would send all requests on one that may be dead.
	 */
	static ReactorClientHttpConnectorBuilder sendOnce(ReactorClientHttpConnectorBuilder connectors,
			@Nullable HttpProxy proxy) {
		return connectors.withHttpClientFactory(() -> HttpClient.create(ConnectionProvider.newConnection()))
			.withHttpClientCustomizer((client) -> restrict(client, proxy).disableRetry(true)
				.protocol(HttpProtocol.HTTP11)
				.doOnRequest(
						(request, connection) -> UnreadableResponseHandler.addTo(connection.channel().pipeline())));
	}

	/**
	 * Return connections to any number of hosts. Reactor Netty's pools keep idle
	 * connections, and what they know of each host, for ever by default.
	 */
	static ConnectionProvider connectionsToManyHosts() {
		return ConnectionProvider.builder("platform-roots")
			.maxIdleTime(MAX_IDLE_TIME)
			.evictInBackground(MAX_IDLE_TIME)
			.disposeInactivePoolsInBackground(MAX_IDLE_TIME, MAX_IDLE_TIME)
			.build();
	}

	/**
	 * Resolves the names of hosts that are reached directly. All others are the proxy's
	 * to resolve.
	 */
	private static final class DirectResolverGroup extends AddressResolverGroup<InetSocketAddress> {

		private final HttpProxy proxy;

		DirectResolverGroup(HttpProxy proxy) {
			this.proxy = proxy;
		}

		@Override
		protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
			AddressResolver<InetSocketAddress> local = new DefaultNameResolver(executor).asAddressResolver();
			return new AbstractAddressResolver<>(executor, InetSocketAddress.class) {

				@Override
				protected boolean doIsResolved(InetSocketAddress address) {
					return !address.isUnresolved()
							|| !DirectResolverGroup.this.proxy.isDirect(address.getHostString(), address.getPort());
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

}
