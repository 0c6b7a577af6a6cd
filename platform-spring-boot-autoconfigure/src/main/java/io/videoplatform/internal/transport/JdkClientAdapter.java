package io.videoplatform.internal.transport;

import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JdkClientHttpConnectorBuilder;

/**
 * The JDK's HTTP client.
 */
final class JdkClientAdapter implements HttpClientAdapter {

	@Override
	public ClientHttpConnectorBuilder<?> restrictConnectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable HttpProxy proxy) {
		JdkClientHttpConnectorBuilder restricted = ((JdkClientHttpConnectorBuilder) connectors)
			.withHttpClientCustomizer(JdkClientAdapter::restrict);
		return (proxy != null) ? restricted.withProxySelector(proxy.selector()) : restricted;
	}

	@Override
	public ClientHttpRequestFactoryBuilder<?> restrictFactories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable HttpProxy proxy) {
		JdkClientHttpRequestFactoryBuilder restricted = ((JdkClientHttpRequestFactoryBuilder) factories)
			.withHttpClientCustomizer(JdkClientAdapter::restrict);
		return (proxy != null) ? restricted.withProxySelector(proxy.selector()) : restricted;
	}

	private static void restrict(HttpClient.Builder client) {
		client.cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_NONE)).followRedirects(Redirect.NEVER);
	}

	/**
	 * Boot filters what a proxy selector resolves; the client resolves the name again.
	 */
	@Override
	public boolean connectsToFilteredAddress() {
		return false;
	}

}
