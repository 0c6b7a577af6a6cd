package io.videoplatform.internal.transport;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;

/**
 * Apache HttpComponents, whose builders for {@code WebClient} and {@code RestClient} have
 * no common type. It keeps its own retries of calls.
 */
final class HttpComponentsClientAdapter implements HttpClientAdapter {

	@Override
	public ClientHttpConnectorBuilder<?> restrictConnectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable HttpProxy proxy) {
		return ((HttpComponentsClientHttpConnectorBuilder) connectors).withHttpClientCustomizer((client) -> {
			client.disableCookieManagement().disableRedirectHandling();
			if (proxy != null) {
				client.setProxySelector(proxy.selector());
			}
		});
	}

	@Override
	public ClientHttpRequestFactoryBuilder<?> restrictFactories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable HttpProxy proxy) {
		return ((HttpComponentsClientHttpRequestFactoryBuilder) factories).withHttpClientCustomizer((client) -> {
			client.disableCookieManagement().disableRedirectHandling();
			if (proxy != null) {
				client.setProxySelector(proxy.selector());
			}
		});
	}

}
