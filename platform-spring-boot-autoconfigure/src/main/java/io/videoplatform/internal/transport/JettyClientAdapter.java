package io.videoplatform.internal.transport;

import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.http.HttpCookieStore;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JettyClientHttpConnectorBuilder;

/**
 * Jetty's client.
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
		if (proxy != null) {
			client.getProxyConfiguration().addProxy(new SelectiveProxy(proxy));
		}
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
