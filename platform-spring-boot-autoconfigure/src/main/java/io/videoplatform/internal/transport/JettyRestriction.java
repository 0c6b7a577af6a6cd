package io.videoplatform.internal.transport;

import java.util.function.Consumer;

import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.http.HttpCookieStore;
import org.jspecify.annotations.Nullable;

/**
 * What is set on Jetty's client. As its proxy it leaves out what is reached directly,
 * which Jetty's own list can name by single addresses only.
 */
final class JettyRestriction extends org.eclipse.jetty.client.HttpProxy {

	private final HttpProxy proxy;

	private JettyRestriction(HttpProxy proxy) {
		super(proxy.host(), proxy.port());
		this.proxy = proxy;
	}

	static Consumer<HttpClient> of(@Nullable HttpProxy proxy) {
		return (client) -> {
			client.setHttpCookieStore(new HttpCookieStore.Empty());
			client.setFollowRedirects(false);
			if (proxy != null) {
				client.getProxyConfiguration().addProxy(new JettyRestriction(proxy));
			}
		};
	}

	@Override
	public boolean matches(Origin origin) {
		Origin.Address address = origin.getAddress();
		return !this.proxy.isDirect(address.getHost(), address.getPort());
	}

}
