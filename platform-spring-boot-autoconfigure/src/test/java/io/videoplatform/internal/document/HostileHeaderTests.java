package io.videoplatform.internal.document;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;

import io.videoplatform.internal.http.HostileText;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;

/**
 * Headers of any length.
 */
class HostileHeaderTests {

	@Test
	void readWhenLifetimeIsHostileThenEnds() {
		HostileText.feed((text) -> read(HttpHeaders.CACHE_CONTROL, text), "max-age=", "max-age=\"", "no-cache=\"");
		HostileText.feed((text) -> read(HttpHeaders.EXPIRES, text), "Mon, ", "Monday, 01-Jan-",
				"Mon, 01 Jan 2026 10:00:");
		HostileText.feed((text) -> read(HttpHeaders.AGE, text), "0", "1");
	}

	private static void read(String name, String text) {
		HttpHeaders headers = new HttpHeaders();
		headers.add(name, text);
		headers.add(name, text);
		URI url = URI.create("https://host.example.com/document");
		new ReceivedDocument<>("x", url, url, headers, Instant.EPOCH, Instant.EPOCH, Duration.ZERO).used();
	}

}
