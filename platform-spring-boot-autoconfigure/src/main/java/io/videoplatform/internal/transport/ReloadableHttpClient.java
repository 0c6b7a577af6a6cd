package io.videoplatform.internal.transport;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.HttpClientSettings;

/**
 * An HTTP client that is replaced when its SSL bundle is: requests under way go on over
 * the connections that they have, later ones open new connections.
 *
 * @param <T> the type of the client
 */
final class ReloadableHttpClient<T> {

	private final HttpClientSettings settings;

	private final Function<HttpClientSettings, T> builder;

	private volatile T current;

	/**
	 * Create a new instance.
	 * @param settings the settings of the client
	 * @param bundle the SSL bundle, or {@code null} for that of the settings
	 * @param builder builds the client
	 */
	ReloadableHttpClient(HttpClientSettings settings, @Nullable ReloadableSslBundle bundle,
			Function<HttpClientSettings, T> builder) {
		this.settings = settings;
		this.builder = builder;
		this.current = builder.apply((bundle != null) ? settings.withSslBundle(bundle.get()) : settings);
		if (bundle != null) {
			bundle.onUpdate(() -> reload(bundle));
		}
	}

	/**
	 * One at a time: of two updates the later one's client stays.
	 */
	private synchronized void reload(ReloadableSslBundle bundle) {
		this.current = this.builder.apply(this.settings.withSslBundle(bundle.get()));
	}

	T current() {
		return this.current;
	}

}
