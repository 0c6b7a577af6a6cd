package io.videoplatform.internal.transport;

import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JdkClientHttpConnectorBuilder;
import org.springframework.util.ClassUtils;

/**
 * The JDK's HTTP client. It ends when it is not referred to any more, and can be closed
 * only on later versions of Java.
 */
final class JdkClientAdapter implements HttpClientAdapter {

	/**
	 * Whether it is Spring Boot 4.1 or newer.
	 */
	private static final boolean PROXY_SELECTOR = ClassUtils.hasMethod(JdkClientHttpConnectorBuilder.class,
			"withProxySelector", ProxySelector.class);

	@Override
	public ClientHttpConnectorBuilder<?> restrictConnectors(ClientHttpConnectorBuilder<?> connectors,
			@Nullable HttpProxy proxy) {
		JdkClientHttpConnectorBuilder restricted = ((JdkClientHttpConnectorBuilder) connectors)
			.withHttpClientCustomizer(JdkClientAdapter::restrict);
		if (proxy == null) {
			return restricted;
		}
		return PROXY_SELECTOR ? restricted.withProxySelector(proxy.selector())
				: restricted.withHttpClientCustomizer((client) -> client.proxy(proxy.selector()));
	}

	@Override
	public ClientHttpRequestFactoryBuilder<?> restrictFactories(ClientHttpRequestFactoryBuilder<?> factories,
			@Nullable HttpProxy proxy) {
		JdkClientHttpRequestFactoryBuilder restricted = ((JdkClientHttpRequestFactoryBuilder) factories)
			.withHttpClientCustomizer(JdkClientAdapter::restrict);
		if (proxy == null) {
			return restricted;
		}
		return PROXY_SELECTOR ? restricted.withProxySelector(proxy.selector())
				: restricted.withHttpClientCustomizer((client) -> client.proxy(proxy.selector()));
	}

	private static void restrict(HttpClient.Builder client) {
		client.cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_NONE)).followRedirects(Redirect.NEVER);
	}

	/**
	 * The client keeps connections. By HTTP/2 it would send all later requests on one
	 * that is dead, for as long as the network does not report that; by HTTP/1.1 it
	 * closes a connection on which no response has come.
	 */
	@Override
	public ClientHttpConnectorBuilder<?> sendOnce(ClientHttpConnectorBuilder<?> connectors) {
		return ((JdkClientHttpConnectorBuilder) connectors)
			.withHttpClientCustomizer((client) -> client.version(HttpClient.Version.HTTP_1_1));
	}

	/**
	 * Boot filters what a proxy selector resolves; the client resolves the name again.
	 */
	@Override
	public boolean connectsToFilteredAddress() {
		return false;
	}

}
