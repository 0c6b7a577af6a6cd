package io.videoplatform.samples.cluster;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RefreshPoint}.
 */
class RefreshPointTests {

	private static final Instant TIME = Instant.parse("2030-01-01T12:00:00Z");

	@Test
	void ofWhenOneRequestEachThenOnePointEach() {
		assertThat(RefreshPoint.of(List.of(request(null, 0, "node-1", 200), request("11111111-a", 1, "node-1", 200),
				request("22222222-b", 1, "node-2", 200), request("11111111-a", 2, "node-3", 200))))
			.containsExactly(new RefreshPoint(TIME, "11111111", 1, List.of("node-1"), true),
					new RefreshPoint(TIME, "22222222", 1, List.of("node-2"), true),
					new RefreshPoint(TIME, "11111111", 2, List.of("node-3"), true));
	}

	@Test
	void ofWhenRefreshTokenIsSentTwiceThenNamesBothNodes() {
		assertThat(RefreshPoint
			.of(List.of(request("11111111-a", 1, "node-1", 200), request("11111111-a", 1, "node-2", 400))))
			.containsExactly(new RefreshPoint(TIME, "11111111", 1, List.of("node-1", "node-2"), false));
	}

	private static TokenRequest request(@Nullable String session, int generation, String sender, int status) {
		return new TokenRequest(TIME, "refresh_token", session, generation, sender, status);
	}

}
