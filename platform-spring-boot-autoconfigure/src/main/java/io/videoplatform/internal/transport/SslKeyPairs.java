package io.videoplatform.internal.transport;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;

/**
 * Tries the private keys of an SSL bundle. While files are replaced, a new certificate
 * may come before its private key. In a handshake only the server would notice, and it
 * does not say why it refuses.
 */
public final class SslKeyPairs {

	private static final Map<String, String> SIGNATURES = Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA",
			"EdDSA", "EdDSA");

	private static final byte[] CONTENT = { 1 };

	private SslKeyPairs() {
	}

	/**
	 * Check that private keys belong to their certificates.
	 * @param bundle the bundle
	 * @throws IllegalStateException if one does not, or cannot be read
	 */
	public static void check(SslBundle bundle) {
		KeyStore store = bundle.getStores().getKeyStore();
		if (store == null) {
			return;
		}
		try {
			for (String alias : Collections.list(store.aliases())) {
				Certificate certificate = store.isKeyEntry(alias) ? store.getCertificate(alias) : null;
				if (certificate != null && !isPair(certificate, store.getKey(alias, password(bundle)))) {
					throw new IllegalStateException("a private key does not belong to its certificate");
				}
			}
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("a private key cannot be read", ex);
		}
	}

	private static boolean isPair(Certificate certificate, @Nullable Key key) throws GeneralSecurityException {
		String algorithm = (key != null) ? SIGNATURES.get(key.getAlgorithm()) : null;
		if (algorithm == null || !(key instanceof PrivateKey privateKey)) {
			return true;
		}
		Signature signature = Signature.getInstance(algorithm);
		signature.initSign(privateKey);
		signature.update(CONTENT);
		byte[] signed = signature.sign();
		try {
			signature.initVerify(certificate.getPublicKey());
			signature.update(CONTENT);
			return signature.verify(signed);
		}
		catch (InvalidKeyException | SignatureException ex) {
			// Of another type or length
			return false;
		}
	}

	/**
	 * Return the password of the private keys of a bundle.
	 * @param bundle the bundle
	 * @return the password, which is empty if there is none
	 */
	public static char[] password(SslBundle bundle) {
		String own = bundle.getKey().getPassword();
		String password = (own != null) ? own : bundle.getStores().getKeyStorePassword();
		return (password != null) ? password.toCharArray() : new char[0];
	}

}
