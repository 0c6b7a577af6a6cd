package io.videoplatform.internal.document;

import java.util.List;

import io.videoplatform.internal.http.HostileText;
import io.videoplatform.internal.http.HttpTime;
import org.junit.jupiter.api.Test;

/**
 * Headers of any length.
 */
class HostileHeaderTests {

	@Test
	void readWhenFreshnessIsHostileThenEnds() {
		HostileText.feed((text) -> CacheControl.of(List.of(text, text)).seconds("max-age"), "max-age=", "max-age=\"",
				"no-cache=\"");
		HostileText.feed(HttpTime::seconds, "0", "1");
	}

}
