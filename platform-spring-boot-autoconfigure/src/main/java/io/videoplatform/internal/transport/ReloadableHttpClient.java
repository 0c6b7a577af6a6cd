package io.videoplatform.internal.transport;

import java.util.function.Function;
import java.util.function.Supplier;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.http.client.HttpClientSettings;

/**
 * An HTTP client that is replaced when its SSL bundle is: requests under way go on over
 * the connections that they have, later ones open new connections. The first request
 * builds it, unless certificates of the application are to be checked at the start.
 *
 * @param <T> the type of the client
 */
final class ReloadableHttpClient<T> {

	private static final Log logger = LogFactory.getLog(ReloadableHttpClient.class);

	private final Supplier<T> builder;

	private volatile @Nullable T current;

	/**
	 * Create a new instance.
	 * @param settings the settings of the client
	 * @param bundle the SSL bundle, or {@code null} for that of the settings
	 * @param builder builds the client
	 */
	ReloadableHttpClient(HttpClientSettings settings, @Nullable ReloadableSslBundle bundle,
			Function<HttpClientSettings, T> builder) {
		this.builder = () -> builder.apply((bundle != null) ? settings.withSslBundle(bundle.get()) : settings);
		if (bundle != null || settings.sslBundle() != null) {
			build();
		}
		if (bundle != null) {
			bundle.onUpdate(this::build);
		}
	}

	/**
	 * One at a time: of two updates the later one's client stays.
	 */
	private synchronized T build() {
		T built = this.builder.get();
		this.current = built;
		return built;
	}

	T current() {
		T client = this.current;
		return (client != null) ? client : first();
	}

	private synchronized T first() {
		T client = this.current;
		return (client != null) ? client : build();
	}

	void close() {
		if (this.current instanceof DisposableBean disposable) {
			try {
				disposable.destroy();
			}
			catch (Exception ex) {
				logger.warn(EventLog.explained(PlatformError.OTHER, "An HTTP client could not be closed"), ex);
			}
		}
	}

}
