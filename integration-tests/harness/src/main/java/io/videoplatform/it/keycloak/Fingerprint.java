package io.videoplatform.it.keycloak;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 hash of a text, so that secrets can be compared without being kept.
 *
 * @since 0.1.0
 */
public final class Fingerprint {

	private Fingerprint() {
	}

	/**
	 * Hashes a text.
	 * @param text the text
	 * @return 64 hexadecimal digits
	 */
	public static String of(String text) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java has SHA-256", ex);
		}
	}

}
