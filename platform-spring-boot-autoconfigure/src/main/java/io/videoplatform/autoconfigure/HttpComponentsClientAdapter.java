package io.videoplatform.autoconfigure;

import org.jspecify.annotations.Nullable;

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

	@Override
	public ClientHttpConnectorBuilder<?> restrictConnectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable HttpProxy proxy) {
		return ((HttpComponentsClientHttpConnectorBuilder) connectors).withHttpClientCustomizer((client) -> {
			client.disableCookieManagement().disableRedirectHandling().disableAutomaticRetries();
			if (proxy != null) {
				client.setProxySelector(proxy.selector());
			}
		});
	}

	@Override
	public ClientHttpRequestFactoryBuilder<?> restrictFactories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable HttpProxy proxy) {
		return ((HttpComponentsClientHttpRequestFactoryBuilder) factories).withHttpClientCustomizer((client) -> {
			client.disableCookieManagement().disableRedirectHandling().disableAutomaticRetries();
			if (proxy != null) {
				client.setProxySelector(proxy.selector());
			}
		});
	}

	@Override
	public Built<ClientHttpConnector> buildConnector(ClientHttpConnectorBuilder<?> connectors,
			HttpClientSettings settings) {
		HttpComponentsClientHttpConnector connector = ((HttpComponentsClientHttpConnectorBuilder) connectors)
			.build(settings);
		return new Built<>(connector, connector::close);
	}

	@Override
	public Built<ClientHttpRequestFactory> buildFactory(ClientHttpRequestFactoryBuilder<?> factories,
			HttpClientSettings settings) {
		HttpComponentsClientHttpRequestFactory factory = ((HttpComponentsClientHttpRequestFactoryBuilder) factories)
			.build(settings);
		return new Built<>(factory, factory::destroy);
	}

}
