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
		return Base64URL.encode(bytes(text)).toString();
	}

	/**
	 * Return the digest as a Content Security Policy names a style sheet by it.
	 */
	static String source(String text) {
		return "'sha256-%s'".formatted(Base64.encode(bytes(text)));
	}

	private static byte[] bytes(String text) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
