package io.videoplatform.internal.browser;

import java.util.Map;

import io.videoplatform.internal.http.Digest;
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
		return new BrowserDocument(body, '"' + Digest.of(body) + '"');
	}

}
