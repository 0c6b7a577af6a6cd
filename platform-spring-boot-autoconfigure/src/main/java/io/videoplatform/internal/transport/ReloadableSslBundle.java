package io.videoplatform.internal.transport;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.http.PrintableText;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.util.StringUtils;

/**
 * An SSL bundle that may be replaced while the application runs.
 */
public interface ReloadableSslBundle {

	/**
	 * Return the bundle as it is now.
	 * @return the bundle
	 */
	SslBundle get();

	/**
	 * Call back whenever the bundle has been replaced. A callback that fails is reported,
	 * and keeps no other from being called.
	 * @param reload the callback
	 */
	void onUpdate(Runnable reload);

	/**
	 * Return a bundle of the application.
	 * @param property the full name of the property that names it
	 * @param name the name
	 * @param bundles the application's bundles, if it has any
	 * @return the bundle
	 * @throws PlatformConfigurationException if there is no such bundle, or it cannot be
	 * read
	 */
	static Named named(String property, String name, @Nullable SslBundles bundles) {
		try {
			if (bundles != null) {
				read(property, name, bundles.getBundle(name).getStores());
				return new Named(name, bundles);
			}
		}
		catch (NoSuchSslBundleException ex) {
			throw unknown(property, name);
		}
		throw unknown(property, name);
	}

	/**
	 * Read the files of a bundle, which does not happen before its stores are asked for.
	 * What is no file may be a key, and is not shown.
	 */
	private static void read(String property, String name, SslStoreBundle stores) {
		try {
			stores.getKeyStore();
			stores.getTrustStore();
		}
		catch (IllegalStateException | UncheckedIOException ex) {
			Throwable root = CauseChain.root(ex);
			String reason = (root instanceof IOException) ? "a file of it is missing or of another type"
					: PrintableText.of(String.valueOf(root.getMessage()));
			throw new PlatformConfigurationException(PlatformError.CREDENTIALS_UNAVAILABLE, property,
					PrintableText.of(name), "names an SSL bundle that cannot be read (%s)".formatted(reason),
					"Correct the files that 'spring.ssl.bundle.pem.%1$s' or 'spring.ssl.bundle.jks.%1$s' names, and their passwords."
						.formatted(PrintableText.of(name)));
		}
	}

	private static PlatformConfigurationException unknown(String property, String name) {
		return new PlatformConfigurationException(PlatformError.CREDENTIALS_UNAVAILABLE, property,
				PrintableText.of(name), "names no SSL bundle",
				"Describe the bundle by 'spring.ssl.bundle.pem.%1$s' or 'spring.ssl.bundle.jks.%1$s', or correct the name."
					.formatted(PrintableText.of(name)));
	}

	/**
	 * Return the bundle that a property of Boot's has chosen.
	 * @param bundle the bundle that is in use, if there is one
	 * @param name the name that the property has, if it is set
	 * @param bundles the application's bundles, if it has any
	 * @return the bundle, or {@code null} if another one is in use
	 */
	static @Nullable ReloadableSslBundle of(@Nullable SslBundle bundle, @Nullable String name,
			@Nullable SslBundles bundles) {
		return (bundle != null && bundles != null && StringUtils.hasText(name)
				&& bundles.getBundleNames().contains(name) && bundles.getBundle(name) == bundle)
						? new Named(name, bundles) : null;
	}

	/**
	 * Return a bundle with the keys of one and the trusted certificates of another.
	 * @param keys the bundle with the keys, and the trusted certificates where the other
	 * has none
	 * @param trust the bundle with the trusted certificates, or {@code null} for the same
	 * @return the bundle
	 */
	static ReloadableSslBundle combine(ReloadableSslBundle keys, @Nullable ReloadableSslBundle trust) {
		return (trust != null) ? new Combined(keys, trust) : keys;
	}

	/**
	 * A bundle of the application.
	 *
	 * @param name its name
	 * @param bundles all bundles
	 */
	record Named(String name, SslBundles bundles) implements ReloadableSslBundle {

		private static final Log logger = LogFactory.getLog(ReloadableSslBundle.class);

		@Override
		public SslBundle get() {
			return this.bundles.getBundle(this.name);
		}

		@Override
		public void onUpdate(Runnable reload) {
			this.bundles.addBundleUpdateHandler(this.name, (bundle) -> guarded(reload, this.name));
		}

		/**
		 * Stores, security providers and HTTP clients may fail in any way, and the
		 * handlers that follow are not only ours.
		 */
		private static void guarded(Runnable reload, String name) {
			try {
				reload.run();
			}
			catch (Throwable ex) {
				logger.warn(EventLog.explained(PlatformError.CREDENTIALS_UNAVAILABLE,
						"SSL bundle '%s' was replaced by one that cannot be used: the last one stays in use"
							.formatted(PrintableText.of(name))),
						ex);
			}
		}

	}

	/**
	 * A bundle that does not change.
	 *
	 * @param get the bundle
	 */
	record Fixed(SslBundle get) implements ReloadableSslBundle {

		@Override
		public void onUpdate(Runnable reload) {
		}

	}

	/**
	 * The keys of one bundle and the trusted certificates of another.
	 *
	 * @param keys the bundle with the keys
	 * @param trust the bundle with the trusted certificates
	 */
	record Combined(ReloadableSslBundle keys, ReloadableSslBundle trust) implements ReloadableSslBundle {

		@Override
		public SslBundle get() {
			SslBundle own = this.keys.get();
			SslBundle other = this.trust.get();
			SslStoreBundle stores = SslStoreBundle.of(own.getStores().getKeyStore(),
					own.getStores().getKeyStorePassword(), (other.getStores().getTrustStore() != null)
							? other.getStores().getTrustStore() : own.getStores().getTrustStore());
			return SslBundle.of(stores, own.getKey(), other.getOptions(), other.getProtocol());
		}

		@Override
		public void onUpdate(Runnable reload) {
			this.keys.onUpdate(reload);
			this.trust.onUpdate(reload);
		}

	}

}
