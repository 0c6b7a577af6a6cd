package io.videoplatform.autoconfigure;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslStoreBundle;

/**
 * An SSL bundle that may be replaced while the application runs.
 */
interface ReloadableBundle {

	/**
	 * Return the bundle as it is now.
	 */
	SslBundle get();

	/**
	 * Call back whenever the bundle has been replaced.
	 */
	void onUpdate(Runnable reload);

	/**
	 * Return a bundle of the application.
	 * @param property the full name of the property that names it
	 * @param name the name
	 * @param bundles the application's bundles, if it has any
	 * @throws PlatformConfigurationException if there is no such bundle
	 */
	static ReloadableBundle named(String property, String name, @Nullable SslBundles bundles) {
		try {
			if (bundles != null) {
				bundles.getBundle(name);
				return new Named(name, bundles);
			}
		}
		catch (NoSuchSslBundleException ex) {
			throw unknown(property, name);
		}
		throw unknown(property, name);
	}

	private static PlatformConfigurationException unknown(String property, String name) {
		return new PlatformConfigurationException(property, PrintableUrl.text(name), "names no SSL bundle",
				"Describe the bundle by 'spring.ssl.bundle.pem.%1$s' or 'spring.ssl.bundle.jks.%1$s', or correct the name."
					.formatted(PrintableUrl.text(name)));
	}

	/**
	 * Return a bundle with the keys of one and the trusted certificates of another.
	 * @param keys the bundle with the keys, and the trusted certificates where the other
	 * has none
	 * @param trust the bundle with the trusted certificates, or {@code null} for the same
	 */
	static ReloadableBundle combine(ReloadableBundle keys, @Nullable ReloadableBundle trust) {
		return (trust != null) ? new Combined(keys, trust) : keys;
	}

	/**
	 * A bundle of the application.
	 *
	 * @param name its name
	 * @param bundles all bundles
	 */
	record Named(String name, SslBundles bundles) implements ReloadableBundle {

		@Override
		public SslBundle get() {
			return this.bundles.getBundle(this.name);
		}

		@Override
		public void onUpdate(Runnable reload) {
			this.bundles.addBundleUpdateHandler(this.name, (bundle) -> reload.run());
		}

	}

	/**
	 * A bundle that does not change.
	 *
	 * @param get the bundle
	 */
	record Fixed(SslBundle get) implements ReloadableBundle {

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
	record Combined(ReloadableBundle keys, ReloadableBundle trust) implements ReloadableBundle {

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
