package io.videoplatform.internal.document;

import java.time.Duration;
import java.util.List;

import io.videoplatform.testing.HostileText;
import org.junit.jupiter.api.Test;

/**
 * Headers of any length.
 */
class HostileHeaderTests {

	@Test
	void readWhenFreshnessIsHostileThenEnds() {
		HostileText.feed((text) -> CacheControl.of(List.of(text, text)).seconds("max-age"), "max-age=", "max-age=\"",
				"no-cache=\"");
		HostileText.feed((text) -> DeltaSeconds.parse(text, Duration.ZERO), "0", "1");
	}

}
