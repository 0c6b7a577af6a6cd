package io.videoplatform.internal.doctor;

import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

import org.jspecify.annotations.Nullable;

/**
 * What connections of the client trust, and what it presents in them.
 *
 * @param keys what it presents, or {@code null} if it presents nothing
 * @param trust what it trusts, or {@code null} for what the JVM trusts
 */
public record TlsManagers(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust) {

	X509TrustManager trustManager() throws GeneralSecurityException {
		for (TrustManager manager : (this.trust != null) ? this.trust : ofJvm()) {
			if (manager instanceof X509TrustManager known) {
				return known;
			}
		}
		throw new GeneralSecurityException("no trust manager for X.509");
	}

	private static TrustManager[] ofJvm() throws GeneralSecurityException {
		TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		factory.init((KeyStore) null);
		return factory.getTrustManagers();
	}

}
