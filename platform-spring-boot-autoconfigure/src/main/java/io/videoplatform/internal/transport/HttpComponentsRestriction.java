package io.videoplatform.internal.transport;

import java.util.function.Consumer;

import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What is set on Apache HttpComponents, whose builders for {@code WebClient} and
 * {@code RestClient} have no common type. It keeps its own retries of calls.
 */
final class HttpComponentsRestriction {

	private HttpComponentsRestriction() {
	}

	static Consumer<HttpAsyncClientBuilder> ofAsync(@Nullable HttpProxy proxy) {
		return (client) -> {
			client.disableCookieManagement().disableRedirectHandling();
			if (proxy != null) {
				client.setProxySelector(proxy.selector());
			}
		};
	}

	static Consumer<HttpClientBuilder> of(@Nullable HttpProxy proxy) {
		return (client) -> {
			client.disableCookieManagement().disableRedirectHandling();
			if (proxy != null) {
				client.setProxySelector(proxy.selector());
			}
		};
	}

}
