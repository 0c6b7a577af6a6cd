package io.videoplatform.it.webdriver;

import java.util.Map;
import java.util.Objects;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The response to a request of a script on a page.
 *
 * @param status the HTTP status, 0 for a redirect
 * @param contentType the media type, empty for a redirect
 * @param body the body, empty for a redirect
 * @since 0.1.0
 */
public record FetchResponse(int status, String contentType, String body) {

	/**
	 * Sends a request from the page and adds the response to the page.
	 */
	static final String SCRIPT = """
			const [url, headers, done] = arguments;
			fetch(url, { headers: headers, redirect: 'manual' })
				.then(async (response) => ({
					status: response.status,
					contentType: response.headers.get('content-type') ?? '',
					body: await response.text()
				}))
				.catch((failure) => ({ status: -1, contentType: '', body: String(failure) }))
				.then((answer) => {
					document.body.append(document.createElement('hr'), JSON.stringify(answer));
					done(answer);
				});
			""";

	static FetchResponse of(Map<?, ?> response) {
		return new FetchResponse(((Number) Objects.requireNonNull(response.get("status"))).intValue(),
				String.valueOf(response.get("contentType")), String.valueOf(response.get("body")));
	}

	/**
	 * Returns the body.
	 * @return the body as JSON
	 */
	public JsonNode json() {
		return new JsonMapper().readTree(this.body);
	}

}
