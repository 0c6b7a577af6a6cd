package io.videoplatform.internal.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.KeyStore;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.KeyBundle;
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
public final class ReloadableSslBundle implements KeyBundle {

	private static final Log logger = LogFactory.getLog(ReloadableSslBundle.class);

	private final Supplier<SslBundle> current;

	private final Consumer<Runnable> updates;

	private ReloadableSslBundle(Supplier<SslBundle> current, Consumer<Runnable> updates) {
		this.current = current;
		this.updates = updates;
	}

	/**
	 * Return a bundle of the application.
	 * @throws PlatformConfigurationException if there is no such bundle, or it cannot be
	 * read
	 */
	static ReloadableSslBundle named(ClientSettings.Ssl ssl, @Nullable SslBundles bundles) {
		try {
			if (bundles != null) {
				read(ssl, bundles.getBundle(ssl.bundle()).getStores());
				return named(ssl.bundle(), bundles);
			}
		}
		catch (NoSuchSslBundleException ex) {
			throw unknown(ssl);
		}
		throw unknown(ssl);
	}

	private static ReloadableSslBundle named(String name, SslBundles bundles) {
		return new ReloadableSslBundle(() -> bundles.getBundle(name),
				(reload) -> bundles.addBundleUpdateHandler(name, (bundle) -> guarded(reload, name)));
	}

	/**
	 * Return the bundle that a property of Boot's has chosen.
	 * @param bundle the bundle that is in use, if there is one
	 * @param name the name that the property has, if it is set
	 * @param bundles the application's bundles, if it has any
	 * @return the bundle, or {@code null} if another one is in use
	 */
	public static @Nullable ReloadableSslBundle of(@Nullable SslBundle bundle, @Nullable String name,
			@Nullable SslBundles bundles) {
		return (bundle != null && bundles != null && StringUtils.hasText(name)
				&& bundles.getBundleNames().contains(name) && bundles.getBundle(name) == bundle) ? named(name, bundles)
						: null;
	}

	/**
	 * Return a bundle that does not change.
	 */
	static ReloadableSslBundle fixed(SslBundle bundle) {
		return new ReloadableSslBundle(() -> bundle, (reload) -> {
		});
	}

	/**
	 * Return a bundle with the keys of this one and the trusted certificates of another,
	 * if that has any.
	 */
	ReloadableSslBundle trusting(ReloadableSslBundle other) {
		return new ReloadableSslBundle(() -> combined(get(), other.get()), (reload) -> {
			onUpdate(reload);
			other.onUpdate(reload);
		});
	}

	private static SslBundle combined(SslBundle keys, SslBundle trust) {
		SslStoreBundle own = keys.getStores();
		KeyStore trusted = trust.getStores().getTrustStore();
		return SslBundle.of(
				SslStoreBundle.of(own.getKeyStore(), own.getKeyStorePassword(),
						(trusted != null) ? trusted : own.getTrustStore()),
				keys.getKey(), trust.getOptions(), trust.getProtocol());
	}

	/**
	 * Read the files of a bundle, which does not happen before its stores are asked for.
	 * What is no file may be a key, and is not shown.
	 */
	private static void read(ClientSettings.Ssl ssl, SslStoreBundle stores) {
		try {
			stores.getKeyStore();
			stores.getTrustStore();
		}
		catch (IllegalStateException | UncheckedIOException ex) {
			Throwable root = CauseChain.root(ex);
			String reason = (root instanceof IOException) ? "a file of it is missing or of another type"
					: PrintableText.of(String.valueOf(root.getMessage()));
			throw unusable(ssl, "names an SSL bundle that cannot be read (%s)".formatted(reason),
					"Correct the files that 'spring.ssl.bundle.pem.%1$s' or 'spring.ssl.bundle.jks.%1$s' names, and their passwords.");
		}
	}

	private static PlatformConfigurationException unknown(ClientSettings.Ssl ssl) {
		return unusable(ssl, "names no SSL bundle",
				"Describe the bundle by 'spring.ssl.bundle.pem.%1$s' or 'spring.ssl.bundle.jks.%1$s', or correct the name.");
	}

	private static PlatformConfigurationException unusable(ClientSettings.Ssl ssl, String reason, String action) {
		String name = PrintableText.of(ssl.bundle());
		return new PlatformConfigurationException(PlatformError.CREDENTIALS_UNAVAILABLE, ssl.property(), name, reason,
				action.formatted(name));
	}

	/**
	 * Stores, security providers and HTTP clients may fail in any way, and the handlers
	 * that follow are not only ours.
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

	SslBundle get() {
		return this.current.get();
	}

	@Override
	public @Nullable KeyStore keyStore() {
		return get().getStores().getKeyStore();
	}

	@Override
	public @Nullable String alias() {
		return get().getKey().getAlias();
	}

	@Override
	public char[] password() {
		String own = get().getKey().getPassword();
		String password = (own != null) ? own : get().getStores().getKeyStorePassword();
		return (password != null) ? password.toCharArray() : new char[0];
	}

	@Override
	public void onUpdate(Runnable reload) {
		this.updates.accept(reload);
	}

}
