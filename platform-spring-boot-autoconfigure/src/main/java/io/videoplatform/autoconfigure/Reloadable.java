package io.videoplatform.autoconfigure;

import java.util.function.Function;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.ssl.SslBundle;

/**
 * An HTTP engine that is replaced when its SSL bundle is: requests under way go on over
 * the connections that they have, later ones open new connections.
 *
 * @param <T> the type of the engine
 */
final class Reloadable<T> implements Supplier<T> {

	private static final Log logger = LogFactory.getLog(Reloadable.class);

	private final ReloadableBundle bundle;

	private final Function<SslBundle, T> builder;

	private volatile T current;

	Reloadable(ReloadableBundle bundle, Function<SslBundle, T> builder) {
		this.bundle = bundle;
		this.builder = builder;
		this.current = builder.apply(bundle.get());
		bundle.onUpdate(this::reload);
	}

	private void reload() {
		try {
			this.current = this.builder.apply(this.bundle.get());
		}
		catch (RuntimeException ex) {
			logger.warn("An SSL bundle that was replaced cannot be used: connections go on with the last one", ex);
		}
	}

	@Override
	public T get() {
		return this.current;
	}

}
