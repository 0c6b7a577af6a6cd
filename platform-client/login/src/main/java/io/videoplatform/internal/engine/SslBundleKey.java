package io.videoplatform.internal.engine;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.X509CertUtils;
import io.videoplatform.internal.token.endpoint.SigningKey;
import org.jspecify.annotations.Nullable;

/**
 * The signing key of an SSL bundle, which is replaced with the bundle. When the new one
 * is broken, the last key goes on and a warning is given.
 */
final class SslBundleKey implements Supplier<SigningKey> {

	private final KeyBundle bundle;

	private final @Nullable String id;

	private final Consumer<String> warnings;

	private volatile SigningKey key;

	/**
	 * Read the key for the first time.
	 * @param bundle the bundle
	 * @param id the identifier to send with signatures, if there is one
	 * @param warnings takes what is wrong with a later key
	 * @throws IllegalArgumentException if there is no key that can sign; the message is
	 * the rest of a sentence that begins with the property
	 */
	SslBundleKey(KeyBundle bundle, @Nullable String id, Consumer<String> warnings) {
		this.bundle = bundle;
		this.id = id;
		this.warnings = warnings;
		this.key = load();
		bundle.onUpdate(this::reload);
	}

	@Override
	public SigningKey get() {
		return this.key;
	}

	private void reload() {
		try {
			this.key = load();
		}
		catch (IllegalArgumentException ex) {
			this.warnings.accept(String.valueOf(ex.getMessage()));
		}
		catch (IllegalStateException ex) {
			// The stores of a bundle are read when they are asked for
			this.warnings.accept("names an SSL bundle that cannot be read");
		}
	}

	private SigningKey load() {
		KeyStore store = this.bundle.keyStore();
		if (store == null) {
			throw new IllegalArgumentException("names an SSL bundle without a key");
		}
		try {
			String configured = this.bundle.alias();
			String alias = (configured != null) ? configured : onlyKey(store);
			return SigningKey.of(jwk(store.getCertificate(alias), store.getKey(alias, this.bundle.password())),
					this.id);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalArgumentException("names an SSL bundle with a key that cannot be read", ex);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("names an SSL bundle with a key that " + ex.getMessage(), ex);
		}
	}

	/**
	 * Nimbus would need Bouncy Castle to load an EC key from a key store.
	 */
	private static JWK jwk(@Nullable Certificate certificate, @Nullable Key key) {
		if (!(certificate instanceof X509Certificate x509) || !(key instanceof PrivateKey privateKey)) {
			throw new IllegalArgumentException("has no private part or no certificate");
		}
		if (!x509.getPublicKey().getAlgorithm().equals(privateKey.getAlgorithm())) {
			throw new IllegalArgumentException("does not match its public part or its certificate");
		}
		Base64URL thumbprint = X509CertUtils.computeSHA256Thumbprint(x509);
		if (x509.getPublicKey() instanceof RSAPublicKey rsa) {
			return new RSAKey.Builder(rsa).privateKey(privateKey).x509CertSHA256Thumbprint(thumbprint).build();
		}
		Curve curve = (x509.getPublicKey() instanceof ECPublicKey ec) ? Curve.forECParameterSpec(ec.getParams()) : null;
		if (curve == null) {
			throw new IllegalArgumentException("is neither an RSA nor an EC key on a curve for signatures");
		}
		return new ECKey.Builder(curve, (ECPublicKey) x509.getPublicKey()).privateKey(privateKey)
			.x509CertSHA256Thumbprint(thumbprint)
			.build();
	}

	private static String onlyKey(KeyStore store) throws KeyStoreException {
		List<String> keys = new ArrayList<>();
		for (String alias : Collections.list(store.aliases())) {
			if (store.isKeyEntry(alias)) {
				keys.add(alias);
			}
		}
		if (keys.size() != 1) {
			throw new IllegalArgumentException(
					"is one of %d, of which the bundle's property 'key.alias' should choose".formatted(keys.size()));
		}
		return keys.get(0);
	}

	@Override
	public String toString() {
		return "SslBundleKey[" + this.key + "]";
	}

}
