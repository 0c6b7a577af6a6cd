package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpCookieStore;
import org.jspecify.annotations.Nullable;

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
			org.eclipse.jetty.client.HttpProxy used = new org.eclipse.jetty.client.HttpProxy(proxy.host(),
					proxy.port());
			used.getExcludedAddresses().addAll(List.of("localhost", "127.0.0.1", "[::1]"));
			proxy.direct().forEach((origin) -> used.getExcludedAddresses().add(origin.host() + ":" + origin.port()));
			client.getProxyConfiguration().addProxy(used);
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

}
