package io.videoplatform.login;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

import com.nimbusds.jose.util.Base64;
import com.nimbusds.jose.util.Base64URL;

/**
 * SHA-256 of text.
 */
final class Digest {

	private Digest() {
	}

	/**
	 * Return the digest in characters that fit into a URL.
	 */
	static String of(String text) {
		return Base64URL.encode(sha256(text)).toString();
	}

	/**
	 * Return the digest as a Content Security Policy has it.
	 */
	static String base64(String text) {
		return Base64.encode(sha256(text)).toString();
	}

	private static byte[] sha256(String text) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
