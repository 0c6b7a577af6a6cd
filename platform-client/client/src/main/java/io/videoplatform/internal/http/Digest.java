package io.videoplatform.internal.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * SHA-256 of text and bytes.
 */
public final class Digest {

	private Digest() {
	}

	/**
	 * Return the digest in characters that fit into a URL.
	 */
	public static String of(String text) {
		return of(text.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Return the digest in characters that fit into a URL.
	 */
	public static String of(byte[] bytes) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(digest(bytes));
	}

	/**
	 * Return the digest as a Content Security Policy names a style sheet by it.
	 */
	public static String source(String text) {
		return "'sha256-%s'"
			.formatted(Base64.getEncoder().encodeToString(digest(text.getBytes(StandardCharsets.UTF_8))));
	}

	private static byte[] digest(byte[] bytes) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(bytes);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
