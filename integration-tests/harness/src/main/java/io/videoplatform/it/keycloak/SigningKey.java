package io.videoplatform.it.keycloak;

import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The RSA key of one realm after the other. A Keycloak takes seconds to make a key, and
 * would make one for each.
 */
final class SigningKey {

	private static final String ENCODED = create();

	private SigningKey() {
	}

	/**
	 * Returns the private key.
	 * @return the key in PKCS #8, Base64
	 */
	static String encoded() {
		return ENCODED;
	}

	private static String create() {
		try {
			KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
			generator.initialize(2048);
			return Base64.getEncoder().encodeToString(generator.generateKeyPair().getPrivate().getEncoded());
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
