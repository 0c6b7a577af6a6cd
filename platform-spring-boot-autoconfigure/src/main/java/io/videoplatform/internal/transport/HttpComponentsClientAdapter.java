package io.videoplatform.internal.transport;

import java.io.IOException;

import io.videoplatform.internal.http.BoundedExchange;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;

/**
 * Apache HttpComponents, whose builders for {@code WebClient} and {@code RestClient} have
 * no common type. Without more it would send a refused request again, whatever its
 * method, after as long a pause as the server wishes.
 */
final class HttpComponentsClientAdapter implements HttpClientAdapter {

	/**
	 * As Reactor Netty has it. A limit of all connections would let the hosts of one
	 * customer stop the calls of another one's.
	 */
	private static final int MAX_CONNECTIONS_TO_A_HOST = 2 * Math.max(Runtime.getRuntime().availableProcessors(), 8);

	/**
	 * The client knows no limit of all headers together, and by default none at all.
	 */
	private static final Http1Config HTTP1 = Http1Config.custom()
		.setMaxLineLength(MAX_RESPONSE_HEADERS)
		.setMaxHeaderCount(200)
		.build();

	/**
	 * By default the client accepts 16 MiB by HTTP/2, which it chooses where it can.
	 */
	private static final H2Config HTTP2 = H2Config.custom().setMaxHeaderListSize(MAX_RESPONSE_HEADERS).build();

	@Override
	public ClientHttpConnectorBuilder<?> restrictConnectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable HttpProxy proxy) {
		return ((HttpComponentsClientHttpConnectorBuilder) connectors).withHttpClientCustomizer((client) -> {
			client.disableCookieManagement()
				.disableRedirectHandling()
				.disableAutomaticRetries()
				.setHttp1Config(HTTP1)
				.setH2Config(HTTP2)
				.addExecInterceptorFirst("platform-errors", ErrorGuard::execute);
			TunnelCheck.addTo(client);
			if (proxy != null) {
				client.setProxySelector(proxy.selector());
			}
		});
	}

	@Override
	public ClientHttpRequestFactoryBuilder<?> restrictFactories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable HttpProxy proxy) {
		return ((HttpComponentsClientHttpRequestFactoryBuilder) factories).withHttpClientCustomizer((client) -> {
			client.disableCookieManagement()
				.disableRedirectHandling()
				.disableAutomaticRetries()
				.addExecInterceptorFirst("platform-body", AbandonableEntity::execute);
			TunnelCheck.addTo(client);
			if (proxy != null) {
				client.setProxySelector(proxy.selector());
			}
		})
			.withConnectionManagerCustomizer((connections) -> connections
				.setConnectionFactory(ManagedHttpClientConnectionFactory.builder().http1Config(HTTP1).build()));
	}

	/**
	 * The body is not decompressed, because the header that says so would be left. No
	 * request waits for a connection: it would be unknown whether it was sent.
	 */
	@Override
	public ClientHttpConnectorBuilder<?> sendOnce(ClientHttpConnectorBuilder<?> connectors) {
		return ((HttpComponentsClientHttpConnectorBuilder) connectors)
			.withHttpClientCustomizer((client) -> client.addExecInterceptorFirst("platform-end",
					HttpComponentsClientAdapter::endWithExchange))
			.withDefaultRequestConfigCustomizer((request) -> request.setContentCompressionEnabled(false))
			.withConnectionManagerCustomizer((connections) -> connections.setMaxConnTotal(Integer.MAX_VALUE)
				.setMaxConnPerRoute(Integer.MAX_VALUE));
	}

	/**
	 * End a request with the exchange that it is part of, whether it has been sent or
	 * still waits for a connection. Spring's connector does not pass on a cancellation.
	 */
	private static void endWithExchange(HttpRequest request, @Nullable AsyncEntityProducer body,
			AsyncExecChain.Scope scope, AsyncExecChain chain, AsyncExecCallback callback)
			throws HttpException, IOException {
		if (scope.clientContext.getAttribute(BoundedExchange.END) instanceof Disposable.Swap end) {
			end.update(() -> {
				scope.cancellableDependency.cancel();
				// A connection that has just been made is the client's no more
				scope.execRuntime.discardEndpoint();
			});
		}
		chain.proceed(request, body, scope, callback);
	}

	@Override
	public Built<ClientHttpConnectorBuilder<?>> connectorsToManyHosts(ClientHttpConnectorBuilder<?> connectors) {
		return new Built<>(((HttpComponentsClientHttpConnectorBuilder) connectors)
			.withHttpClientCustomizer((client) -> client.evictIdleConnections(TimeValue.of(MAX_IDLE_TIME)))
			.withConnectionManagerCustomizer((connections) -> connections.setMaxConnTotal(Integer.MAX_VALUE)
				.setMaxConnPerRoute(MAX_CONNECTIONS_TO_A_HOST)), null);
	}

	@Override
	public Built<ClientHttpRequestFactoryBuilder<?>> factoriesToManyHosts(
			ClientHttpRequestFactoryBuilder<?> factories) {
		return new Built<>(((HttpComponentsClientHttpRequestFactoryBuilder) factories)
			.withHttpClientCustomizer((client) -> client.evictIdleConnections(TimeValue.of(MAX_IDLE_TIME)))
			.withConnectionManagerCustomizer((connections) -> connections.setMaxConnTotal(Integer.MAX_VALUE)
				.setMaxConnPerRoute(MAX_CONNECTIONS_TO_A_HOST)), null);
	}

	@Override
	public Built<ClientHttpConnector> buildConnector(ClientHttpConnectorBuilder<?> connectors,
			HttpClientSettings settings) {
		OpenExchanges exchanges = new OpenExchanges();
		HttpComponentsClientHttpConnector connector = ((HttpComponentsClientHttpConnectorBuilder) connectors)
			.withHttpClientCustomizer((client) -> client.addExecInterceptorFirst("platform-close", exchanges))
			.build(settings);
		return new Built<>(connector, () -> {
			try (exchanges) {
				connector.close();
			}
		});
	}

	@Override
	public Built<ClientHttpRequestFactory> buildFactory(ClientHttpRequestFactoryBuilder<?> factories,
			HttpClientSettings settings) {
		HttpComponentsClientHttpRequestFactory factory = ((HttpComponentsClientHttpRequestFactoryBuilder) factories)
			.build(settings);
		return new Built<>(factory, factory::destroy);
	}

}
