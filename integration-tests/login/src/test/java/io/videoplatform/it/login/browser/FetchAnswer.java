package io.videoplatform.it.login.browser;

import java.util.Map;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer that a script on a page got.
 *
 * @param status the HTTP status, 0 for a redirect
 * @param contentType the media type, empty for a redirect
 * @param body the body, empty for a redirect
 * @since 0.1.0
 */
public record FetchAnswer(int status, String contentType, String body) {

	static FetchAnswer of(Map<?, ?> answer) {
		return new FetchAnswer(((Number) answer.get("status")).intValue(), String.valueOf(answer.get("contentType")),
				String.valueOf(answer.get("body")));
	}

	/**
	 * Returns the body.
	 * @return the body as JSON
	 */
	public JsonNode json() {
		return new JsonMapper().readTree(this.body);
	}

}
