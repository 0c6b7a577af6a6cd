package io.videoplatform.internal.token.endpoint;

import java.util.Set;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When a refresh token ends for a client that can log in again by itself.
 */
class RefreshTokenTests {

	private static final RandomGenerator LOWEST = () -> 0;

	private static final RandomGenerator MIDDLE = () -> Long.MIN_VALUE;

	private static final RandomGenerator HIGHEST = () -> -1;

	@Test
	void endingEarlierWhenSpreadThenUpToATenthEarlierAndNeverLater() {
		RefreshToken token = new RefreshToken("r", TokenFixtures.PROVIDER, 11_000, Set.of());
		assertThat(token.endingEarlier(1_000, LOWEST).expiresAt()).isEqualTo(10_000);
		assertThat(token.endingEarlier(1_000, MIDDLE).expiresAt()).isEqualTo(11_000);
		assertThat(token.endingEarlier(1_000, HIGHEST).expiresAt()).isBetween(10_000L, 10_001L);
	}

}
