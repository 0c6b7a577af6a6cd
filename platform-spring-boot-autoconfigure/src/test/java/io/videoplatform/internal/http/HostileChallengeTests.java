package io.videoplatform.internal.http;

import java.util.List;

import io.videoplatform.client.StepUpChallenge;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;

/**
 * ChallengeParser of any length.
 */
class HostileChallengeTests {

	private static final String[] BEGINNINGS = { "Bearer ", "Bearer realm=\"", "Bearer error=\"", "Basic realm=x, " };

	@Test
	void parseWhenTextIsHostileThenEnds() {
		HostileText.feed((text) -> ChallengeParser.rejectToken(List.of(text, text)), BEGINNINGS);
	}

	@Test
	void fromWhenTextIsHostileThenEnds() {
		String error = "Bearer error=insufficient_user_authentication, ";
		HostileText.feed((text) -> {
			HttpHeaders headers = new HttpHeaders();
			headers.set(HttpHeaders.WWW_AUTHENTICATE, text);
			StepUpChallenge.from(headers);
		}, error, error + "acr_values=\"", error + "max_age=\"");
	}

}
