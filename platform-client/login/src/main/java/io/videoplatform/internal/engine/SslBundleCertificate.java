package io.videoplatform.internal.engine;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.videoplatform.internal.http.Digest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Identifies the certificate of an SSL bundle that a client authenticates by, as it is
 * now: a digest of all that belong to a key.
 */
final class SslBundleCertificate implements Supplier<String> {

	private static final Log logger = LogFactory.getLog(SslBundleCertificate.class);

	private final KeyBundle bundle;

	private volatile String thumbprint = "";

	/**
	 * Follow a bundle.
	 * @param bundle the bundle, whose change connections that use it notice first
	 */
	SslBundleCertificate(KeyBundle bundle) {
		this.bundle = bundle;
		reload();
		bundle.onUpdate(this::reload);
	}

	@Override
	public String get() {
		return this.thumbprint;
	}

	/**
	 * What cannot be used does not replace the certificate of the connections either.
	 */
	private void reload() {
		try {
			KeyStore store = this.bundle.keyStore();
			if (store != null) {
				this.thumbprint = thumbprint(store);
			}
		}
		catch (GeneralSecurityException | IllegalStateException ex) {
			logger.debug("The certificate of an SSL bundle cannot be used", ex);
		}
	}

	private static String thumbprint(KeyStore store) throws GeneralSecurityException {
		StringBuilder all = new StringBuilder();
		for (String alias : new TreeSet<>(Collections.list(store.aliases()))) {
			Certificate certificate = store.isKeyEntry(alias) ? store.getCertificate(alias) : null;
			all.append((certificate != null) ? Digest.of(certificate.getEncoded()) : "-");
		}
		return Digest.of(all.toString());
	}

}
