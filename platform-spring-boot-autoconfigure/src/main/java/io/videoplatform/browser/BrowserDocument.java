package io.videoplatform.browser;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

/**
 * The document as it is sent, with a strong entity tag (RFC 9110, section 8.8.3).
 *
 * @param body the JSON
 * @param entityTag the tag, in quotes
 */
record BrowserDocument(byte[] body, String entityTag) {

	private static final JsonMapper JSON = JsonMapper.shared();

	static BrowserDocument of(Map<String, Object> members) {
		byte[] body = JSON.writeValueAsBytes(members);
		return new BrowserDocument(body, '"' + digest(body) + '"');
	}

	private static String digest(byte[] body) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
			return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
