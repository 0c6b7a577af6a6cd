package io.videoplatform.discovery;

import java.util.Map;

import io.videoplatform.transport.Answer;
import io.videoplatform.transport.JsonObjects;
import io.videoplatform.transport.MalformedAnswerException;

/**
 * Reads the JSON object of an answer, whatever JSON type the server gives it, but no HTML
 * (RFC 7033, section 4.2).
 */
final class JsonAnswer {

	private JsonAnswer() {
	}

	static Map<String, Object> read(Answer answer) {
		if (answer.isHtml() || startsWithTag(answer.body())) {
			throw DiscoveryFailure.html(
					"the answer is HTML instead of JSON, as captive portals, proxies and firewalls send it (status %d, %s)"
						.formatted(answer.status(), answer.contentType()));
		}
		try {
			return JsonObjects.read(answer.body());
		}
		catch (MalformedAnswerException ex) {
			throw DiscoveryFailure.malformed("the answer " + ex.getMessage(), ex);
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
