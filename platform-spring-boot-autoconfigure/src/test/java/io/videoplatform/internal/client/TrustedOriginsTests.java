package io.videoplatform.internal.client;

import java.net.URI;
import java.util.Set;
import java.util.stream.IntStream;

import io.videoplatform.internal.http.Origin;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TrustedOrigins}.
 */
class TrustedOriginsTests {

	private final TrustedOrigins trusted = new TrustedOrigins(Origin.of(URI.create("https://api.example.com")),
			Set.of());

	@Test
	void foreignOriginsWhenMoreThanCanBeRememberedThenNoneIsNewTwice() {
		assertThat(newOrigins(2_000)).isEqualTo(1_000);
		assertThat(newOrigins(2_000)).isZero();
	}

	private long newOrigins(int hosts) {
		return IntStream.range(0, hosts)
			.mapToObj((host) -> URI.create("https://bucket%d.example.com/video".formatted(host)))
			.filter(this.trusted::isNewForeignOrigin)
			.count();
	}

}
