package io.videoplatform.internal.transport;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;

/**
 * An HTTP client that only the application knows: all that can be said to it are Boot's
 * settings, and it is the application's to close.
 */
final class CustomClientAdapter implements HttpClientAdapter {

	@Override
	public ClientHttpConnectorBuilder<?> restrictConnectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable HttpProxy proxy) {
		if (proxy != null) {
			throw proxy.inapplicable(connectors);
		}
		return connectors;
	}

	@Override
	public ClientHttpRequestFactoryBuilder<?> restrictFactories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable HttpProxy proxy) {
		if (proxy != null) {
			throw proxy.inapplicable(factories);
		}
		return factories;
	}

	@Override
	public boolean connectsToFilteredAddress() {
		return false;
	}

}
