package io.videoplatform.internal.token.endpoint;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.internal.http.HostileText;
import io.videoplatform.internal.http.Redaction;
import org.junit.jupiter.api.Test;

/**
 * Members of a token response of any length.
 */
class HostileResponseTests {

	@Test
	void readWhenMemberIsHostileThenEnds() {
		for (String member : new String[] { "access_token", "refresh_token", "id_token", "expires_in",
				"refresh_expires_in", "scope", "token_type" }) {
			Map<String, Object> members = new HashMap<>(Map.of("access_token", "access", "token_type", "Bearer"));
			HostileText.feed((text) -> {
				members.put(member, text);
				TokenResponse.of(members);
			}, "a", "-");
		}
	}

	@Test
	void redactWhenTextIsHostileThenEnds() {
		Redaction redaction = Redaction.of(Stream.of("\"\\", "00", "aa", "\ud83d\ude00", "canary"));
		HostileText.feed(redaction::apply, "canary");
		HostileText.feed((text) -> redaction.cleanOrNull(new IllegalStateException(text)));
	}

}
