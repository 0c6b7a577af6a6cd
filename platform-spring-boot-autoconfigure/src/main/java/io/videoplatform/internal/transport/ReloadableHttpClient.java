package io.videoplatform.internal.transport;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.springframework.boot.ssl.SslBundle;

/**
 * An HTTP client that is replaced when its SSL bundle is: requests under way go on over
 * the connections that they have, later ones open new connections. The old client is
 * closed after the last of its requests.
 *
 * @param <T> the type of the client
 */
final class ReloadableHttpClient<T> {

	private final ReloadableSslBundle bundle;

	private final Function<SslBundle, OpenHttpClient<T>> builder;

	private final AtomicReference<OpenHttpClient<T>> current;

	ReloadableHttpClient(ReloadableSslBundle bundle, Function<SslBundle, OpenHttpClient<T>> builder) {
		this.bundle = bundle;
		this.builder = builder;
		this.current = new AtomicReference<>(builder.apply(bundle.get()));
		bundle.onUpdate(this::reload);
	}

	/**
	 * One at a time: of two updates the later one's client stays.
	 */
	private synchronized void reload() {
		SslBundle replacement = this.bundle.get();
		SslKeyPairs.check(replacement);
		this.current.getAndSet(this.builder.apply(replacement)).release();
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
