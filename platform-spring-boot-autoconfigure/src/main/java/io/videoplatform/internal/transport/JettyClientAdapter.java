package io.videoplatform.internal.transport;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.internal.http.BoundedExchange;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpCookieStore;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JettyClientHttpConnectorBuilder;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;

/**
 * Jetty's client. Neither its connector nor its request factory stops it.
 */
final class JettyClientAdapter implements HttpClientAdapter {

	@Override
	public ClientHttpConnectorBuilder<?> restrictConnectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable HttpProxy proxy) {
		return ((JettyClientHttpConnectorBuilder) connectors)
			.withHttpClientCustomizer((client) -> restrict(client, proxy));
	}

	@Override
	public ClientHttpRequestFactoryBuilder<?> restrictFactories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable HttpProxy proxy) {
		return ((JettyClientHttpRequestFactoryBuilder) factories)
			.withHttpClientCustomizer((client) -> restrict(client, proxy));
	}

	private static void restrict(HttpClient client, @Nullable HttpProxy proxy) {
		client.setHttpCookieStore(new HttpCookieStore.Empty());
		client.setFollowRedirects(false);
		if (client.getMaxResponseHeadersSize() <= 0) {
			client.setMaxResponseHeadersSize(MAX_RESPONSE_HEADERS);
		}
		JettyAuthentication.disable(client);
		if (proxy != null) {
			client.getProxyConfiguration().addProxy(new SelectiveProxy(proxy));
		}
	}

	/**
	 * A response that is refused ends with the exchange. Otherwise Jetty would read on
	 * what is not consumed, and hold it in memory.
	 */
	@Override
	public ClientHttpConnectorBuilder<?> sendOnce(ClientHttpConnectorBuilder<?> connectors) {
		return ((JettyClientHttpConnectorBuilder) connectors).withHttpClientCustomizer(
				(client) -> client.getRequestListeners().addQueuedListener(JettyClientAdapter::endWithExchange));
	}

	private static void endWithExchange(Request request) {
		if (request.getAttributes().get(BoundedExchange.END) instanceof Disposable.Swap end) {
			end.update(() -> request.abort(new CancellationException("the exchange has ended")));
		}
	}

	@Override
	public Built<ClientHttpConnectorBuilder<?>> connectorsToManyHosts(ClientHttpConnectorBuilder<?> connectors) {
		return new Built<>(((JettyClientHttpConnectorBuilder) connectors)
			.withHttpClientCustomizer(JettyClientAdapter::forgetIdleHosts), null);
	}

	@Override
	public Built<ClientHttpRequestFactoryBuilder<?>> factoriesToManyHosts(
			ClientHttpRequestFactoryBuilder<?> factories) {
		return new Built<>(((JettyClientHttpRequestFactoryBuilder) factories)
			.withHttpClientCustomizer(JettyClientAdapter::forgetIdleHosts), null);
	}

	/**
	 * Jetty closes idle connections, but keeps what it knows of each host for ever by
	 * default.
	 */
	private static void forgetIdleHosts(HttpClient client) {
		if (client.getDestinationIdleTimeout() <= 0) {
			client.setDestinationIdleTimeout(MAX_IDLE_TIME.toMillis());
		}
	}

	@Override
	public Built<ClientHttpConnector> buildConnector(ClientHttpConnectorBuilder<?> connectors,
			HttpClientSettings settings) {
		AtomicReference<HttpClient> client = new AtomicReference<>();
		ClientHttpConnector connector = ((JettyClientHttpConnectorBuilder) connectors)
			.withHttpClientCustomizer(client::set)
			.build(settings);
		return new Built<>(connector, () -> Objects.requireNonNull(client.get()).stop());
	}

	@Override
	public Built<ClientHttpRequestFactory> buildFactory(ClientHttpRequestFactoryBuilder<?> factories,
			HttpClientSettings settings) {
		AtomicReference<HttpClient> client = new AtomicReference<>();
		ClientHttpRequestFactory factory = ((JettyClientHttpRequestFactoryBuilder) factories)
			.withHttpClientCustomizer(client::set)
			.build(settings);
		return new Built<>(factory, () -> Objects.requireNonNull(client.get()).stop());
	}

	/**
	 * Leaves out what is reached directly, which Jetty's own list can name by single
	 * addresses only.
	 */
	private static final class SelectiveProxy extends org.eclipse.jetty.client.HttpProxy {

		private final HttpProxy proxy;

		SelectiveProxy(HttpProxy proxy) {
			super(proxy.host(), proxy.port());
			this.proxy = proxy;
		}

		@Override
		public boolean matches(Origin origin) {
			Origin.Address address = origin.getAddress();
			return !this.proxy.isDirect(address.getHost(), address.getPort());
		}

	}

}
