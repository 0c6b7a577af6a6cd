package io.videoplatform.internal.document;

import java.util.Map;

import io.videoplatform.internal.http.Answer;
import io.videoplatform.internal.http.JsonObjects;
import io.videoplatform.internal.http.MalformedAnswerException;

/**
 * Reads the JSON object of a response, whatever JSON type the server gives it, but no
 * HTML (RFC 7033, section 4.2).
 *
 * @since 0.1.0
 */
public final class JsonDocument {

	private JsonDocument() {
	}

	/**
	 * Read the object.
	 * @param answer a response
	 * @return the members, in their order; values may be {@code null}
	 * @throws DocumentFailure if the body is HTML or no such object
	 */
	public static Map<String, Object> read(Answer answer) {
		if (answer.isHtml() || startsWithTag(answer.body())) {
			throw DocumentFailure.html(
					"the answer is HTML instead of JSON, as captive portals, proxies and firewalls send it (status %d, %s)"
						.formatted(answer.status(), answer.contentType()));
		}
		try {
			return JsonObjects.read(answer.body());
		}
		catch (MalformedAnswerException ex) {
			throw DocumentFailure.malformed("the answer " + ex.getMessage(), ex);
		}
	}

	private static boolean startsWithTag(byte[] body) {
		for (byte character : body) {
			if (!Character.isWhitespace(character)) {
				return character == '<';
			}
		}
		return false;
	}

}
