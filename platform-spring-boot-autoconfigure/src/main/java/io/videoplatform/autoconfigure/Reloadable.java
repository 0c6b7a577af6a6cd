package io.videoplatform.autoconfigure;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.ssl.SslBundle;

/**
 * An HTTP client that is replaced when its SSL bundle is: requests under way go on over
 * the connections that they have, later ones open new connections. the old client is
 * closed after the last of its requests.
 *
 * @param <T> the type of the client
 */
final class Reloadable<T> {

	private static final Log logger = LogFactory.getLog(Reloadable.class);

	private final ReloadableBundle bundle;

	private final Function<SslBundle, OpenHttpClient<T>> builder;

	private final AtomicReference<OpenHttpClient<T>> current;

	Reloadable(ReloadableBundle bundle, Function<SslBundle, OpenHttpClient<T>> builder) {
		this.bundle = bundle;
		this.builder = builder;
		this.current = new AtomicReference<>(builder.apply(bundle.get()));
		bundle.onUpdate(this::reload);
	}

	private void reload() {
		try {
			this.current.getAndSet(this.builder.apply(this.bundle.get())).release();
		}
		catch (RuntimeException ex) {
			logger.warn(EventLog.explained(PlatformError.SSL_BUNDLE,
					"An SSL bundle that was replaced cannot be used: connections go on with the last one"), ex);
		}
	}

	/**
	 * Return the client as it is now. It must be acquired first if its uses are counted.
	 */
	OpenHttpClient<T> current() {
		return Objects.requireNonNull(this.current.get());
	}

	/**
	 * Return the client as it is now, to be released.
	 */
	OpenHttpClient<T> acquire() {
		while (true) {
			OpenHttpClient<T> client = current();
			// Fails only for one that has been replaced meanwhile
			if (client.acquire()) {
				return client;
			}
		}
	}

}
